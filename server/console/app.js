// The console: what a person may want to see and decide of a bank, over the same
// API that everybody uses. Everything that was said is put in as text, never as
// markup.
"use strict";

const words = {
  en: {
    key: "Key", dyads: "agent / user", more: "More", memory: "Memory", review: "Review", ask: "Ask", sessions: "Sessions", log: "Log",
    agent_identity: "How this agent behaves for this user", agent_method: "How the two do things", agent_knowledge: "What the agent has learnt about this user",
    user_profile: "The user", fact: "Facts", episodic: "What happened",
    pin: "Pin", unpin: "Unpin", retire: "Retire", forget: "Forget", restore: "Restore", confirm: "It holds", correct: "Correct", save: "Save", cancel: "Cancel",
    revert: "Revert", retry: "Retry", until: "until", pinned: "pinned", doubted: "doubted", history: "History",
    none: "Nothing here.", choose: "Choose a dyad.", answer: "Answer", recalled: "Recalled", abstained: "The memory supports no answer.", state: "State",
    active: "active", invalid: "retired", archived: "archived", all: "all", pending: "pending", applied: "applied", quarantined: "set aside", question: "What do you want to know?",
  },
  zh: {
    key: "密钥", dyads: "代理 / 用户", more: "更多", memory: "记忆", review: "待审", ask: "提问", sessions: "会话", log: "日志",
    agent_identity: "代理对这位用户的行事方式", agent_method: "两人约定的做法", agent_knowledge: "代理对这位用户的体会",
    user_profile: "用户", fact: "事实", episodic: "发生过的事",
    pin: "固定", unpin: "取消固定", retire: "停用", forget: "遗忘", restore: "恢复", confirm: "仍然成立", correct: "更正", save: "保存", cancel: "取消",
    revert: "撤销", retry: "重试", until: "至", pinned: "已固定", doubted: "存疑", history: "经过",
    none: "这里没有内容。", choose: "请选择一个对偶。", answer: "回答", recalled: "召回", abstained: "记忆不足以回答。", state: "状态",
    active: "有效", invalid: "已停用", archived: "已归档", all: "全部", pending: "待处理", applied: "已处理", quarantined: "已搁置", question: "想知道什么？",
  },
};
const say = navigator.language.startsWith("zh") ? words.zh : words.en;
const $ = (id) => document.getElementById(id);
const kinds = ["agent_identity", "agent_method", "agent_knowledge", "user_profile", "fact", "episodic"];
let dyad = null; // {agent, user}
let tab = "memory";

// el makes an element: its texts are texts.
function el(name, props, ...children) {
  const e = Object.assign(document.createElement(name), props);
  e.append(...children.filter((c) => c !== null && c !== undefined && c !== ""));
  return e;
}

// call asks the API, and shows what is wrong where something is.
async function call(method, path, body) {
  const headers = { "Content-Type": "application/json" };
  if (sessionStorage.key_) headers.Authorization = "Bearer " + sessionStorage.key_;
  const reply = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const value = await reply.json();
  if (!reply.ok) throw new Error(`${value.title}: ${value.detail}${(value.errors || []).map((e) => `; ${e.location}: ${e.message}`).join("")}`);
  return value;
}

const base = () => `/v1/dyads/${encodeURIComponent(dyad.agent)}/${encodeURIComponent(dyad.user)}`;

function guarded(work) {
  return async (event) => {
    if (event) event.preventDefault();
    try {
      $("problem").hidden = true;
      await work(event);
    } catch (e) {
      $("problem").textContent = e.message;
      $("problem").hidden = false;
    }
  };
}

const act = (label, work) => el("button", { className: "act", type: "button", textContent: label, onclick: guarded(work) });
const day = (t) => (t ? t.slice(0, 10) : "");

async function health() {
  const h = await (await fetch("/healthz")).json();
  $("health").textContent = [h.status, ...(h.reasons || [])].join(" · ");
  $("health").className = h.status;
}

async function dyads(after) {
  const query = after ? "?" + new URLSearchParams(after) : "";
  const { dyads: list, next } = await call("GET", "/v1/dyads" + query);
  if (!after) $("dyads").replaceChildren();
  for (const d of list) {
    $("dyads").append(el("li", {}, el("button", {
      type: "button", textContent: `${d.agent} / ${d.user}`,
      onclick: guarded(async (event) => {
        for (const b of $("dyads").querySelectorAll("button")) b.removeAttribute("aria-current");
        event.currentTarget.setAttribute("aria-current", "true");
        dyad = d;
        await show();
      }),
    })));
  }
  $("more").hidden = !next;
  $("more").onclick = guarded(() => dyads(next));
}

// entry shows one entry with what can be done about it.
function entry(e) {
  const text = el("p", { textContent: e.content });
  const does = (name, body) => act(say[name], async () => {
    await call("POST", `${base()}/entries/${encodeURIComponent(e.key)}/${name === "forget" ? "retire" : name}`, { reason: "console", ...body });
    await show();
  });
  const footer = el("footer", {}, day(e.at), e.until ? `${say.until} ${day(e.until)}` : "", e.pinned ? say.pinned : "", e.doubted ? say.doubted : "", e.state !== "active" && e.state ? say[e.state] + (e.why ? ` (${e.why})` : "") : "");
  if (!e.state || e.state === "active") {
    if (e.doubted) footer.append(does("confirm"));
    footer.append(act(say.correct, () => correct(e, text)), does(e.pinned ? "unpin" : "pin"), does("retire", { why: "corrected" }), does("forget", { why: "forget" }));
  } else {
    footer.append(does("restore"));
  }
  const box = el("article", {}, text, footer);
  footer.append(act(say.history, async () => {
    const { ops } = await call("GET", `${base()}/entries/${encodeURIComponent(e.key)}/history`);
    box.append(...ops.map((op) => el("footer", {}, [day(op.at), op.action, op.why, op.actor, op.reason, op.content].filter(Boolean).join(" · "))));
  }));
  return box;
}

// correct lets a person put other words in the place of an entry's.
function correct(e, text) {
  const words = el("textarea", { value: e.content, rows: 2 });
  const form = el("div", {}, words, act(say.save, async () => {
    await call("PATCH", `${base()}/entries/${encodeURIComponent(e.key)}`, { content: words.value, reason: "console" });
    await show();
  }), act(say.cancel, () => form.replaceWith(text)));
  text.replaceWith(form);
  words.focus();
}

const views = {
  async memory(view) {
    const state = el("select", { onchange: guarded(() => list(state.value)) }, ...["active", "invalid", "archived", "all"].map((s) => el("option", { value: s, textContent: say[s] })));
    const box = el("div", {});
    view.append(el("label", {}, say.state + " ", state), box);
    async function list(of) {
      box.replaceChildren();
      const all = [];
      for (let after = ""; ; ) {
        const page = await call("GET", `${base()}/entries?` + new URLSearchParams({ state: of, ...(after && { after }) }));
        all.push(...page.entries);
        if (!(after = page.next)) break;
      }
      for (const kind of kinds) {
        const own = all.filter((e) => e.kind === kind);
        if (own.length) box.append(el("h3", { textContent: `${say[kind]} (${own.length})` }), ...own.map(entry));
      }
      if (!all.length) box.append(el("p", { textContent: say.none }));
    }
    await list("active");
  },
  async review(view) {
    const { entries } = await call("GET", `${base()}/entries?doubted=true`);
    view.append(...(entries.length ? entries.map(entry) : [el("p", { textContent: say.none })]));
  },
  async ask(view) {
    const query = el("input", { placeholder: say.question, required: true });
    const box = el("div", {});
    view.append(el("form", {
      className: "ask",
      onsubmit: guarded(async () => {
        const got = await call("POST", `${base()}/answer`, { query: query.value, explain: true });
        box.replaceChildren(
          el("h3", { textContent: say.answer }), el("p", { textContent: got.abstained ? say.abstained : got.text }),
          el("h3", { textContent: say.recalled }),
          ...got.recalled.entries.map((e) => el("article", {}, el("p", { textContent: e.content }), el("footer", {}, `${e.score.toFixed(2)} · ${e.reason || ""}`))),
          ...(got.recalled.pending || []).map((s) => el("article", {}, el("p", { textContent: s.turns.map((t) => `${t.speaker}: ${t.text}`).join("\n") }), el("footer", {}, `${s.session} · ${say[s.status]}`))),
        );
      }),
    }, query, el("button", { className: "act", textContent: say.ask })), box);
    query.focus();
  },
  async sessions(view) {
    const { jobs } = await call("GET", `${base()}/sessions`);
    view.append(...(jobs.length ? jobs.map((j) => {
      const footer = el("footer", {}, day(j.at), say[j.status], j.attempts ? `× ${j.attempts}` : "", j.reason || "");
      if (j.status === "quarantined") footer.append(act(say.retry, async () => { await call("POST", `/v1/jobs/${j.id}/retry`); await show(); }));
      return el("article", {}, el("p", { textContent: j.session }), footer);
    }) : [el("p", { textContent: say.none })]));
  },
  async log(view) {
    const all = [];
    for (let after = 0; ; ) {
      const page = await call("GET", `${base()}/ops?after=${after}`);
      all.push(...page.ops);
      if (!(after = page.next)) break;
    }
    view.append(...(all.length ? all.reverse().map((op) => {
      const footer = el("footer", {}, [op.id, day(op.at), op.action, op.why, op.actor, op.reason, op.session].filter(Boolean).join(" · "));
      if (op.action !== "purge") footer.append(act(say.revert, async () => { await call("POST", `${base()}/ops/${op.id}/revert`, { reason: "console" }); await show(); }));
      return el("article", {}, el("p", { textContent: op.content || op.key || "" }), footer);
    }) : [el("p", { textContent: say.none })]));
  },
};

async function show() {
  $("dyad").textContent = dyad ? `${dyad.agent} / ${dyad.user}` : say.choose;
  $("tabs").hidden = !dyad;
  $("tabs").replaceChildren(...Object.keys(views).map((name) => {
    const b = el("button", { type: "button", textContent: say[name], onclick: guarded(async () => { tab = name; await show(); }) });
    b.setAttribute("role", "tab");
    b.setAttribute("aria-selected", String(name === tab));
    return b;
  }));
  const view = el("section", { id: "view" });
  if (dyad) await views[tab](view);
  $("view").replaceWith(view);
  await health();
}

document.documentElement.lang = say === words.zh ? "zh-CN" : "en";
for (const e of document.querySelectorAll("[data-say]")) e.textContent = say[e.dataset.say];
$("filter").placeholder = say.dyads;
$("more").textContent = say.more;
$("filter").oninput = () => {
  for (const li of $("dyads").children) li.hidden = !li.textContent.includes($("filter").value);
};
$("enter").onsubmit = guarded(async () => {
  sessionStorage.key_ = $("key").value.trim();
  $("key").value = "";
  dyad = null;
  await dyads();
  await show();
});
guarded(async () => {
  await show();
  await dyads();
})();
