// Uses the console as a person does, in a browser, and fails where it does not
// do what it should: node console.mjs URL DYAD LANGUAGE.
import assert from "node:assert/strict";
import puppeteer from "puppeteer-core";

const [url, dyad, lang] = process.argv.slice(2);
const zh = lang.startsWith("zh");
const browser = await puppeteer.launch({ executablePath: process.env.CHROME, args: ["--no-sandbox", `--lang=${lang}`, `--accept-lang=${lang}`], env: { ...process.env, LANGUAGE: lang }, headless: true });
const page = await browser.newPage();
const wrong = [];
page.on("pageerror", (e) => wrong.push(e.message));
page.on("console", (m) => m.type() === "error" && !m.text().includes("status of 401") && wrong.push(m.text()));
page.on("request", (r) => r.url().startsWith(url) || wrong.push(`asks elsewhere: ${r.url()}`));

const quiet = () => page.waitForNetworkIdle({ idleTime: 200 });
const text = () => page.$eval("main", (e) => e.innerText);
async function click(selector, label) {
  for (const b of await page.$$(selector)) {
    if ((await b.evaluate((e) => e.textContent)) === label) {
      await b.click();
      return quiet();
    }
  }
  assert.fail(`no ${selector} says ${label}:\n${await page.$eval("body", (e) => e.innerText)}`);
}

await page.goto(url, { waitUntil: "networkidle0" });
assert.match(await text(), /a key is needed/, "without a key the page says that one is needed");
await page.type("#key", process.env.KEY);
await page.keyboard.press("Enter");
await quiet();
await click("nav li button", dyad);
assert.match(await text(), /The bike is blue/);
assert.equal(await page.$eval("html", (e) => e.lang), zh ? "zh-CN" : "en");

await click("[role=tab]", zh ? "待审" : "Review");
assert.match(await text(), /The bike is blue/, "what is doubted waits for review");
await click(".act", zh ? "仍然成立" : "It holds");
assert.doesNotMatch(await text(), /The bike is blue/, "and no longer once a person said that it holds");

await click("[role=tab]", zh ? "提问" : "Ask");
await page.type(".ask input", "What colour is the bike?");
await page.keyboard.press("Enter");
await quiet();
assert.match(await text(), /blue/);

await click("[role=tab]", zh ? "记忆" : "Memory");
await click(".act", zh ? "更正" : "Correct");
await page.$eval("textarea", (e) => (e.value = "<img src=x onerror=alert(1)> The bike is <b>red</b>"));
await click(".act", zh ? "保存" : "Save");
assert.match(await text(), /<img src=x onerror=alert\(1\)> The bike is <b>red<\/b>/, "what is said is text");
assert.equal(await page.$$eval("main img, main b", (l) => l.length), 0, "and never markup");

await click("[role=tab]", zh ? "日志" : "Log");
await click(".act", zh ? "撤销" : "Revert");
await click("[role=tab]", zh ? "记忆" : "Memory");
assert.match(await text(), /The bike is blue/, "a change that is taken back is undone");

await click("[role=tab]", zh ? "会话" : "Sessions");
assert.match(await text(), zh ? /s1[^]*已处理/ : /s1[^]*applied/);
assert.deepEqual(wrong, []);
await browser.close();
console.log(`console: ${lang}: what a person does there works`);
