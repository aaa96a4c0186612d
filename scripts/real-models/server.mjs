// An OpenAI-compatible chat endpoint in front of llama.cpp, as far as a test
// needs one: /v1/models and /v1/chat/completions, with json_schema as a grammar.
//
//   node server.mjs MODEL.gguf PORT
import http from "node:http";
import {getLlama, LlamaChat, LlamaGrammar} from "node-llama-cpp";
// What the package itself makes grammars of schemas with: its own call pads JSON
// with blanks and line breaks, which a processor writes as slowly as words.
import {getGbnfJsonTerminalForGbnfJsonSchema} from "./node_modules/node-llama-cpp/dist/utils/gbnfJson/utils/getGbnfJsonTerminalForGbnfJsonSchema.js";
import {GbnfGrammarGenerator} from "./node_modules/node-llama-cpp/dist/utils/gbnfJson/GbnfGrammarGenerator.js";
import {GbnfJsonScopeState} from "./node_modules/node-llama-cpp/dist/utils/gbnfJson/utils/GbnfJsonScopeState.js";

const [path, port] = process.argv.slice(2);
const contextSize = Number(process.env.CONTEXT ?? 4096);
const sequences = Number(process.env.SEQUENCES ?? 4);

// Very small models repeat themselves to the end of their tokens.
const repeatPenalty = {penalty: 1.15, lastTokens: 256, frequencyPenalty: 0.2};

const llama = await getLlama({gpu: false, build: "never", logLevel: "error", maxThreads: Number(process.env.THREADS ?? 0) || undefined});
const model = await llama.loadModel({modelPath: path});
const context = await model.createContext({contextSize, sequences, threads: Number(process.env.THREADS ?? 0) || undefined});
const free = Array.from({length: sequences}, () => ({sequence: context.getSequence(), system: undefined}));
const waiting = [];
const grammars = new Map();

// slot returns a sequence: one that has read the same system message before, which
// it need not read again, or else one that has read none.
async function slot(system) {
    while (free.length === 0) await new Promise((resolve) => waiting.push(resolve));
    let best = free.findIndex((s) => s.system === system);
    if (best < 0) best = Math.max(0, free.findIndex((s) => s.system === undefined));
    const [taken] = free.splice(best, 1);
    taken.system = system;
    return taken;
}

function giveBack(taken) {
    free.push(taken);
    waiting.shift()?.();
}

function grammarOf(format) {
    const schema = format?.type === "json_schema" ? format.json_schema.schema : undefined;
    if (!schema) return undefined;
    const key = JSON.stringify(schema);
    if (!grammars.has(key)) {
        const generator = new GbnfGrammarGenerator();
        const state = new GbnfJsonScopeState({allowNewLines: false, scopePadSpaces: 0});
        const root = getGbnfJsonTerminalForGbnfJsonSchema(schema, generator, state).resolve(generator, true);
        grammars.set(key, new LlamaGrammar(llama, {grammar: generator.generateGbnfFile(root)}));
    }
    return grammars.get(key);
}

function history(messages) {
    return messages.map(({role, content}) => {
        if (role === "assistant") return {type: "model", response: [content]};
        return {type: role, text: content};
    });
}

async function complete(body) {
    const promptTokens = model.tokenize(body.messages.map((m) => m.content).join("\n")).length;
    const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? 256;
    if (promptTokens + maxTokens > contextSize) {
        throw Object.assign(new Error(`the request exceeds the available context size of ${contextSize} tokens`), {status: 400});
    }
    const taken = await slot(body.messages[0].content);
    try {
        const chat = new LlamaChat({contextSequence: taken.sequence});
        const grammar = grammarOf(body.response_format);
        const {response, metadata} = await chat.generateResponse(
            [...history(body.messages), {type: "model", response: []}],
            {grammar, maxTokens, temperature: body.temperature ?? 0, repeatPenalty}
        );
        chat.dispose({disposeSequence: false});
        const completionTokens = model.tokenize(response).length;
        return {
            id: "chat", object: "chat.completion", created: 0, model: body.model,
            choices: [{index: 0, finish_reason: metadata.stopReason === "maxTokens" ? "length" : "stop", message: {role: "assistant", content: response}}],
            usage: {prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens}
        };
    } finally {
        giveBack(taken);
    }
}

function send(response, status, object) {
    response.writeHead(status, {"content-type": "application/json"});
    response.end(JSON.stringify(object));
}

http.createServer(async (request, response) => {
    if (request.method === "GET" && request.url === "/v1/models") {
        return send(response, 200, {object: "list", data: [{id: "small", object: "model"}]});
    }
    if (request.method !== "POST" || request.url !== "/v1/chat/completions") {
        return send(response, 404, {error: {message: `there is nothing at ${request.url}`}});
    }
    try {
        let text = "";
        for await (const chunk of request) text += chunk;
        send(response, 200, await complete(JSON.parse(text)));
    } catch (error) {
        send(response, error.status ?? 500, {error: {message: String(error.message ?? error)}});
    }
}).listen(Number(port), "127.0.0.1", () => console.log("ready"));
