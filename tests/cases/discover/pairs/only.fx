float a;
