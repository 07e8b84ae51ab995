float late() { return 2.0f; }
