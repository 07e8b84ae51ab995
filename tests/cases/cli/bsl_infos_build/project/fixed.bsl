float unused() { return 1.0f; }
