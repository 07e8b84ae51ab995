float two() { return 2.0; }
