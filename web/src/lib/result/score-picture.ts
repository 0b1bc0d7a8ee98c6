/** The result of a game as a picture that can be shared. */
import { withMinus } from "$lib/i18n/minus";

interface Result {
  title: string;
  lines: { name: string; total: number; won: boolean }[];
}

const [WIDTH, ROW, TOP, BAR_LEFT] = [1000, 84, 170, 330];
const [PAPER, INK, SOFT, ACCENT, STRAW] = ["#fbf5e9", "#2d2418", "#e9dcc3", "#9b4119", "#c9a04e"];

export function drawResult({ title, lines }: Result): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = TOP + lines.length * ROW + 50;
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  write(pen, title, 60, 100, 56, INK);
  const most = Math.max(1, ...lines.map(({ total }) => total));
  lines.forEach((line, i) => drawLine(pen, line, TOP + i * ROW, most));
  return canvas;
}

function drawLine(
  pen: CanvasRenderingContext2D,
  line: Result["lines"][number],
  y: number,
  most: number,
): void {
  const room = WIDTH - BAR_LEFT - 180;
  const colour = line.won ? ACCENT : INK;
  write(pen, line.name, 60, y + 40, 34, colour, BAR_LEFT - 80);
  pen.fillStyle = SOFT;
  pen.fillRect(BAR_LEFT, y + 10, room, 40);
  pen.fillStyle = line.won ? ACCENT : STRAW;
  pen.fillRect(BAR_LEFT, y + 10, (Math.max(0, line.total) / most) * room, 40);
  write(pen, withMinus(line.total), WIDTH - 150, y + 44, 40, colour);
}

function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  most?: number,
): void {
  pen.fillStyle = colour;
  pen.font = `700 ${size}px Alegreya, Georgia, serif`;
  pen.fillText(text, x, y, most);
}

/** Hand a picture over as a file. */
export function download(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => {
    if (!blob) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}
