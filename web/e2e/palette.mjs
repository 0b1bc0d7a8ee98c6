// A picture of 256 colours instead of millions: a quarter of the bytes, and no difference to see on flat drawings.
import { crc32, deflateSync } from "node:zlib";

const COLOURS = 256;
const ROUNDS = 4;

/** The pixels of a PNG, decoded by the browser: width, height, and red, green, blue, opacity of each. */
async function pixels(page, png) {
  const { width, height, data } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let at = 0; at < data.length; at += 8192)
      text += String.fromCharCode(...data.subarray(at, at + 8192));
    return { width: image.width, height: image.height, data: btoa(text) };
  }, png.toString("base64"));
  return { width, height, data: Buffer.from(data, "base64") };
}

/** Every colour of the picture, with how much it counts: rare ones more than their share. */
function colours(data) {
  const counts = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts].map(([colour, count]) => ({
    colour,
    rgb: [colour >> 16, (colour >> 8) & 255, colour & 255],
    weight: Math.sqrt(count),
  }));
}

/** A group of colours: its middle, the axis it is longest on, and how far it scatters there. */
function group(members) {
  const weight = members.reduce((sum, each) => sum + each.weight, 0);
  const middle = [0, 1, 2].map(
    (axis) => members.reduce((sum, each) => sum + each.rgb[axis] * each.weight, 0) / weight,
  );
  const scatter = [0, 1, 2].map((axis) =>
    members.reduce((sum, each) => sum + (each.rgb[axis] - middle[axis]) ** 2 * each.weight, 0),
  );
  const axis = scatter.indexOf(Math.max(...scatter));
  return { members, middle, axis, scatter: scatter[axis] };
}

/** Split whatever scatters most, until there are enough groups. */
function split(all) {
  const groups = [group(all)];
  while (groups.length < COLOURS) {
    groups.sort((a, b) => b.scatter - a.scatter);
    if (!groups[0].scatter) break;
    const { members, middle, axis } = groups.shift();
    groups.push(
      group(members.filter((each) => each.rgb[axis] <= middle[axis])),
      group(members.filter((each) => each.rgb[axis] > middle[axis])),
    );
  }
  return groups.map(({ middle }) => middle);
}

/** For each colour the nearest of the palette. */
function assign(all, palette) {
  return all.map(({ rgb: [r, g, b] }) => {
    let [best, least] = [0, Infinity];
    palette.forEach((each, i) => {
      const far = (r - each[0]) ** 2 + (g - each[1]) ** 2 + (b - each[2]) ** 2;
      if (far < least) [best, least] = [i, far];
    });
    return best;
  });
}

/** The palette that fits: groups, moved to the middle of what is nearest to them, and onto a colour that rules its group. */
function fit(all) {
  let palette = split(all);
  for (let round = 0; round < ROUNDS; round++) {
    const members = palette.map(() => []);
    assign(all, palette).forEach((i, n) => members[i].push(all[n]));
    palette = palette.map((old, i) => (members[i].length ? group(members[i]).middle : old));
    if (round < ROUNDS - 1) continue;
    members.forEach((own, i) => {
      const ruler = own.toSorted((a, b) => b.weight - a.weight)[0];
      if (ruler && ruler.weight ** 2 > 0.5 * own.reduce((sum, each) => sum + each.weight ** 2, 0))
        palette[i] = ruler.rgb;
    });
  }
  return palette.map((each) => each.map(Math.round));
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The same picture as a PNG with a palette; `page` is any page, its browser decodes. */
export async function smaller(page, png) {
  const { width, height, data } = await pixels(page, png);
  const all = colours(data);
  const palette = fit(all);
  const nearest = assign(all, palette);
  const index = new Map(all.map(({ colour }, n) => [colour, nearest[n]]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4)
      rows[y * (width + 1) + 1 + x] = index.get((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
