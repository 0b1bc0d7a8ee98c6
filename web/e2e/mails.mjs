// Mails, as the mail server of a test has put them down.
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Mails to an address so far. */
export const mailsTo = (harness, address) => {
  const folder = join(tmpdir(), `cradle-mails-${new URL(harness.base).port}`);
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").replaceAll(/=\r?\n/g, ""))
    .filter((mail) => mail.includes(`To: ${address}`));
};
