lib a
