void f(out float result) { result = 1.0; }
