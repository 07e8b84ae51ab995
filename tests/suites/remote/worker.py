"""A worker for BuildGrid, for tests: takes actions by the Remote Workers API and runs each in a temporary folder.

usage: worker.py PORT NAME=VALUE...    (platform properties of this worker)

It uses the message types that BuildGrid brings, whose folder is in PYTHONPATH. It runs what it is given without a sandbox:
only for servers on the loopback device.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import time

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as reapi
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2_grpc as reapi_grpc
from buildgrid._protos.google.bytestream import bytestream_pb2, bytestream_pb2_grpc
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2, bots_pb2_grpc

# Seconds that a request for work stays open: the server answers after four fifths of it at the latest.
PATIENCE = 5
# Bytes of one message of a batch; larger blobs are read as streams.
BATCH = 3 << 20


class Storage:
    """The content-addressable storage of the server."""

    def __init__(self, channel):
        self.cas = reapi_grpc.ContentAddressableStorageStub(channel)
        self.streams = bytestream_pb2_grpc.ByteStreamStub(channel)
        # Compilers are the same in each action.
        self.known = {}

    def read(self, digest):
        if digest.hash not in self.known:
            if digest.size_bytes == 0:
                data = b""
            elif digest.size_bytes > BATCH:
                name = f"blobs/{digest.hash}/{digest.size_bytes}"
                pieces = self.streams.Read(bytestream_pb2.ReadRequest(resource_name=name))
                data = b"".join(piece.data for piece in pieces)
            else:
                answer = self.cas.BatchReadBlobs(reapi.BatchReadBlobsRequest(digests=[digest]))
                data = answer.responses[0].data
            if hashlib.sha256(data).hexdigest() != digest.hash:
                raise OSError(f"the blob {digest.hash} is missing")
            self.known[digest.hash] = data
        return self.known[digest.hash]

    def message(self, kind, digest):
        return kind.FromString(self.read(digest))

    def write(self, blobs):
        requests = [reapi.BatchUpdateBlobsRequest.Request(digest=digest_of(data), data=data) for data in blobs]
        for request in requests:
            answer = self.cas.BatchUpdateBlobs(reapi.BatchUpdateBlobsRequest(requests=[request]))
            if answer.responses[0].status.code != 0:
                raise OSError(answer.responses[0].status.message)


def digest_of(data):
    return reapi.Digest(hash=hashlib.sha256(data).hexdigest(), size_bytes=len(data))


def fill(storage, digest, folder):
    """Writes an input tree."""
    tree = storage.message(reapi.Directory, digest)
    for file in tree.files:
        path = os.path.join(folder, file.name)
        with open(path, "wb") as out:
            out.write(storage.read(file.digest))
        os.chmod(path, 0o755 if file.is_executable else 0o644)
    for inner in tree.directories:
        path = os.path.join(folder, inner.name)
        os.mkdir(path)
        fill(storage, inner.digest, path)


def run(storage, action):
    command = storage.message(reapi.Command, action.command_digest)
    with tempfile.TemporaryDirectory(prefix="worker-") as folder:
        fill(storage, action.input_root_digest, folder)
        variables = {variable.name: variable.value for variable in command.environment_variables}
        done = subprocess.run(
            list(command.arguments), cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        result = reapi.ActionResult(exit_code=done.returncode, stderr_raw=done.stderr[:4096])
        written = []
        for path in command.output_paths:
            if os.path.isfile(os.path.join(folder, path)):
                with open(os.path.join(folder, path), "rb") as file:
                    written.append(file.read())
                result.output_files.append(reapi.OutputFile(path=path, digest=digest_of(written[-1])))
        storage.write(written)
        return result


def main():
    port, properties = sys.argv[1], sys.argv[2:]
    channel = grpc.insecure_channel(f"127.0.0.1:{port}", [("grpc.max_receive_message_length", 16 << 20)])
    storage, bots = Storage(channel), bots_pb2_grpc.BotsStub(channel)
    session = bots_pb2.BotSession(bot_id=f"worker-{os.getpid()}", status=bots_pb2.OK)
    device = session.worker.devices.add(handle="host")
    for text in properties:
        name, value = text.split("=", 1)
        device.properties.add(key=name, value=value)
    session = bots.CreateBotSession(
        bots_pb2.CreateBotSessionRequest(parent="", bot_session=session), timeout=PATIENCE
    )
    while True:
        for lease in session.leases:
            if lease.state == bots_pb2.PENDING:
                lease.state = bots_pb2.ACTIVE
            elif lease.state == bots_pb2.ACTIVE:
                action = reapi.Action()
                if not lease.payload.Unpack(action):
                    digest = reapi.Digest()
                    lease.payload.Unpack(digest)
                    action = storage.message(reapi.Action, digest)
                try:
                    lease.result.Pack(run(storage, action))
                except (OSError, grpc.RpcError) as error:
                    lease.status.code, lease.status.message = 13, str(error)[:1000]
                lease.state = bots_pb2.COMPLETED
        try:
            session = bots.UpdateBotSession(
                bots_pb2.UpdateBotSessionRequest(name=session.name, bot_session=session), timeout=PATIENCE
            )
        except grpc.RpcError as error:
            if error.code() != grpc.StatusCode.DEADLINE_EXCEEDED:
                raise
            time.sleep(0.1)


if __name__ == "__main__":
    main()
