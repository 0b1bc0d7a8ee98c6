/** Files of tests share a process, which is quicker; what the modules and the browser keep, they don't share. */
import { vi } from "vitest";

vi.resetModules();
localStorage.clear();
document.documentElement.innerHTML = "";
