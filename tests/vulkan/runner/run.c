// Runs a batch of compute and graphics jobs on Mesa's software Vulkan device and writes what they wrote.
//
// usage: run BATCH RESULTS
//
// A child process does the jobs in order. If one ends the child (a crash of the driver, its time limit), that job is
// recorded so and a new child goes on with the next one; no other job is lost. The formats of the two files are in
// tests/vulkan/src/batch.rs, which writes the one and reads the other.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run.h"

jmp_buf job_end;
enum status job_status;
char job_message[512];

static uint8_t *record;
static size_t record_length, record_room;

void give_up(enum status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(job_message, sizeof job_message, format, arguments);
    va_end(arguments);
    job_status = status;
    longjmp(job_end, 1);
}

uint32_t read_word(struct reader *reader) {
    uint32_t word;
    if (reader->end - reader->at < 4) give_up(FAILED, "the job ends too early");
    memcpy(&word, reader->at, 4);
    reader->at += 4;
    return word;
}

const uint8_t *read_bytes(struct reader *reader, uint32_t *length) {
    *length = read_word(reader);
    size_t padded = ((size_t)*length + 3) & ~(size_t)3;
    if ((size_t)(reader->end - reader->at) < padded) give_up(FAILED, "the job ends too early");
    const uint8_t *bytes = reader->at;
    reader->at += padded;
    return bytes;
}

static void append(const void *bytes, size_t length) {
    if (record_length + length > record_room) {
        record_room = (record_length + length) * 2;
        record = realloc(record, record_room);
        if (!record) abort();
    }
    if (length) memcpy(record + record_length, bytes, length);
    record_length += length;
}

void write_word(uint32_t word) { append(&word, 4); }

void write_bytes(const void *bytes, uint32_t length) {
    static const uint8_t padding[3];
    write_word(length);
    append(bytes, length);
    append(padding, (4 - length % 4) % 4);
}

static void flush_record(int results) {
    for (size_t done = 0; done < record_length;) {
        ssize_t wrote = write(results, record + done, record_length - done);
        if (wrote < 0 && errno != EINTR) _exit(3);
        if (wrote > 0) done += (size_t)wrote;
    }
    record_length = 0;
}

// A job's record: status, message, number of turns; for each its microseconds, the number of outputs, outputs.
static void write_failure(int results, enum status status, const char *message) {
    record_length = 0;
    write_word(status);
    write_bytes(message, (uint32_t)strlen(message));
    write_word(0);
    flush_record(results);
}

static void child(const struct reader *jobs, uint32_t count, volatile uint32_t *done, int results) {
    open_device();
    for (; *done < count; *done += 1) {
        struct reader job = jobs[*done];
        record_length = 0;
        if (setjmp(job_end) == 0) {
            uint32_t milliseconds = read_word(&job);
            struct itimerval limit = {.it_value = {milliseconds / 1000, (milliseconds % 1000) * 1000}};
            setitimer(ITIMER_REAL, &limit, NULL);
            write_word(OK);
            write_bytes("", 0);
            run_job(job);
            destroy_kept();
            flush_record(results);
        } else {
            // The device may still be at work on nothing: a job gives up before or after its submission, never between.
            destroy_kept();
            write_failure(results, job_status, job_message);
        }
        setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    }
}

static int fail(const char *what) {
    fprintf(stderr, "run: %s: %s\n", what, strerror(errno));
    return 2;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: run BATCH RESULTS\n");
        return 2;
    }
    int batch = open(argv[1], O_RDONLY);
    struct stat stat;
    if (batch < 0 || fstat(batch, &stat) != 0) return fail(argv[1]);
    const uint8_t *bytes = mmap(NULL, (size_t)stat.st_size, PROT_READ, MAP_PRIVATE, batch, 0);
    if (bytes == MAP_FAILED) return fail(argv[1]);
    int results = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
    if (results < 0) return fail(argv[2]);

    // Number of jobs, then each with its length.
    struct reader all = {bytes, bytes + stat.st_size};
    if (setjmp(job_end) != 0) {
        fprintf(stderr, "run: %s: %s\n", argv[1], job_message);
        return 2;
    }
    uint32_t count = read_word(&all);
    struct reader *jobs = calloc(count ? count : 1, sizeof *jobs);
    if (!jobs) return fail("memory");
    for (uint32_t at = 0; at < count; at++) {
        uint32_t length;
        const uint8_t *job = read_bytes(&all, &length);
        jobs[at] = (struct reader){job, job + length};
    }
    // Survives the child.
    volatile uint32_t *done = mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (done == MAP_FAILED) return fail("memory");
    while (*done < count) {
        uint32_t first = *done;
        off_t before = lseek(results, 0, SEEK_END);
        pid_t pid = fork();
        if (pid < 0) return fail("fork");
        if (pid == 0) {
            child(jobs, count, done, results);
            // Without the driver's own clean-up, which has nothing left to say.
            _exit(0);
        }
        int status = 0;
        while (waitpid(pid, &status, 0) < 0)
            if (errno != EINTR) return fail("wait");
        if (*done == count) break;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 4) return 4;
        if (*done == first && WIFEXITED(status) && WEXITSTATUS(status) == 3) return fail("cannot write the results");
        // What the child wrote of the job it died in is no record.
        if (*done == first && ftruncate(results, before) != 0) return fail(argv[2]);
        char message[64];
        int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        if (signal) snprintf(message, sizeof message, "signal %d: %s", signal, strsignal(signal));
        else snprintf(message, sizeof message, "the process ended with status %d", WEXITSTATUS(status));
        write_failure(results, signal == SIGALRM ? TIMED_OUT : CRASHED, message);
        *done += 1;
    }
    return 0;
}
