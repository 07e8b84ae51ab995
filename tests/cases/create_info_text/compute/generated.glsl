float generated() { return 3.0; }
