/* Options of jemalloc, which reads this variable at the start of the program (TUNING.md of jemalloc).
 *
 * thp:always: on Linux, memory is asked for as huge pages where the system lets programs ask ("madvise" in
 * /sys/kernel/mm/transparent_hugepage/enabled). A first build touches most of its memory once: with pages of 4 KiB, a tenth of its
 * processor time is page faults.
 */
const char *malloc_conf = "thp:always";
