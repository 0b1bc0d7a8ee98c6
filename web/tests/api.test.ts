/** What is done under a name is repeated under it as long as nobody knows what came of it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, quickTable, Refused } from "../src/lib/server/api";

type Sent = { path: string; method: string; id?: string };
const sent: Sent[] = [];
let reply: () => Response;

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
const refusal = (status: number, key: string) =>
  json(status, { error: { key, text: key, facts: {}, clause: null } });
const done = () => json(200, { id: "t1" });
const lost = () => {
  throw new TypeError("Failed to fetch");
};

beforeEach(() => {
  sent.length = 0;
  reply = done;
  vi.stubGlobal("fetch", (url: string, init: { method: string; body: string | null }) => {
    if (init.body) sent.push({ path: url.split("?")[0]!, method: init.method, ...JSON.parse(init.body) });
    return Promise.resolve().then(reply);
  });
});
afterEach(() => vi.unstubAllGlobals());

const bots = quickTable("stone-age", 2, "novice");
const ACTS: Record<string, () => Promise<unknown>> = {
  make: () => api.make(bots),
  join: () => api.join("t1", 1),
  leave: () => api.leave("t1"),
  comeBack: () => api.comeBack("t1"),
  seat: () => api.seat("t1", 1, { kind: "bot", level: "novice" }),
  share: () => api.share("t1", true),
  start: () => api.start("t1", "novice", "salt"),
  addSalt: () => api.addSalt("t1", "luck"),
  rematch: () => api.rematch("t1"),
  close: () => api.close("t1"),
  whatIf: () => api.whatIf("t1", 3, ["Ada", "Belo"]),
  upload: () => api.upload("a record"),
};
const ids = () => sent.map(({ id }) => id);

describe.each(Object.entries(ACTS))("%s", (_, act) => {
  it("has an id of its own each time", async () => {
    await act();
    await act();
    expect(ids().every((id) => /^[!-~]{1,64}$/.test(id ?? ""))).toBe(true);
    expect(new Set(ids()).size).toBe(2);
  });
  it.each([
    ["an answer that never came", lost],
    ["a fault", () => refusal(503, "unknown-outcome")],
  ])("is repeated under its id after %s, and only then", async (_, nothing) => {
    reply = nothing;
    await expect(act()).rejects.toBeInstanceOf(Refused);
    reply = done;
    await act();
    await act();
    expect(ids()[1]).toBe(ids()[0]);
    expect(ids()[2]).not.toBe(ids()[0]);
  });
  it("is another one after a refusal", async () => {
    reply = () => refusal(409, "begun");
    await expect(act()).rejects.toBeInstanceOf(Refused);
    await expect(act()).rejects.toBeInstanceOf(Refused);
    expect(new Set(ids()).size).toBe(2);
  });
});

it("does something else under another id, whatever was lost", async () => {
  reply = lost;
  await expect(api.join("t1", 1)).rejects.toBeInstanceOf(Refused);
  await expect(api.join("t1", 2)).rejects.toBeInstanceOf(Refused);
  await expect(api.join("t2", 1)).rejects.toBeInstanceOf(Refused);
  expect(new Set(ids()).size).toBe(3);
});

it("takes an answer without a body for one, whatever it says of its type", async () => {
  reply = () => new Response(null, { status: 204, headers: { "content-type": "application/json" } });
  expect(await api.logout()).toBeNull();
});
