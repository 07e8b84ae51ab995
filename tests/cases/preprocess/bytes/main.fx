a é b // é
#define CRLF 1 \
 + 2
CRLF
Ã© "Ã©" /* Ã© */
