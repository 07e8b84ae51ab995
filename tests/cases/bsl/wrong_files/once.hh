float once() { return 1.0f; }
