import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findChromium } from '@guidepost/local-servers/testing';
import { readCommandLine } from '../local/command-line.ts';

const HOST = 'help.example.com';
const DRAWINGS = fileURLToPath(new URL(`./drawings/${HOST}`, import.meta.url));
const IMAGES = fileURLToPath(new URL(`../../services/kb-service/demo/${HOST}/images`, import.meta.url));
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=10000', '--dump-dom'];
/** For high-density screens. */
const SCALE = 2;
const QUALITY = 0.9;

/** A page that renders the drawing and replaces its text by a WebP data URL. */
function pageOf(svg: string, css: string): string {
  const drawing = svg.replace(/<svg[^>]*>/, (start) => `${start}<style>${css}</style>`);
  const address = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
  return `<body><script>
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement('canvas');
      canvas.width = image.width * ${SCALE};
      canvas.height = image.height * ${SCALE};
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      document.body.textContent = canvas.toDataURL('image/webp', ${QUALITY});
    };
    image.src = '${address}';
  </script>`;
}

async function draw(name: string, folder: string): Promise<void> {
  const svg = await readFile(join(DRAWINGS, `${name}.svg`), 'utf8');
  const page = join(folder, `${name}.html`);
  await writeFile(page, pageOf(svg, await readFile(join(DRAWINGS, 'drawing.css'), 'utf8')));
  const { stdout } = await promisify(execFile)(findChromium() ?? 'chromium', [...FLAGS, page], {
    maxBuffer: 10_000_000,
  });
  const [, image] = /data:image\/webp;base64,([A-Za-z0-9+/=]+)<\/body>/.exec(stdout) ?? [];
  if (!image) throw new Error(`${name}.svg: Chromium did not draw it`);
  await writeFile(join(IMAGES, `${name}@2x.webp`), image, 'base64');
}

const drawings = (await readdir(DRAWINGS)).filter((file) => file.endsWith('.svg'));
const USAGE = `Usage: npm run demo:draw -- [<name>…]

Renders the drawings of the English demo content with Chromium:
${drawings.map((file) => `  ${basename(file, '.svg')}`).join('\n')}`;

const { positionals: asked } = readCommandLine(USAGE, { most: drawings.length });
const names = asked.length > 0 ? asked : drawings.map((file) => basename(file, '.svg'));
const folder = await mkdtemp(join(tmpdir(), 'guidepost-drawings-'));
try {
  for (const name of names) await draw(name, folder);
} finally {
  await rm(folder, { recursive: true });
}
