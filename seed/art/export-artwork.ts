import { drawBackdrop, drawLogo, drawPoster } from './draw.ts'
import { allWorks } from '#seed/works/index.ts'
import { imageWidths, type ImageKind } from '#contract/core/images.ts'
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/**
 * Renders the artwork of every work and the still of every film as masters: `export-artwork.ts OUT`. Reads `OUT/films`, writes
 * `OUT/images/KEY/WIDTH.webp` and `OUT/images.json`. Needs ffmpeg on PATH.
 */
const out = process.argv[2]
if (!out) throw new Error('export-artwork.ts OUT')

/** WebP quality as in `renderWidths`, with more effort: all artwork is to take at most 16 MB. */
const qualityOf = (width: number) => (width > 1_000 ? 74 : 80)

async function store(kind: ImageKind, image: Buffer) {
  const key = `${kind.slice(0, 1)}${createHash('sha256').update(kind).update(image).digest('hex').slice(0, 23)}`
  const folder = join(out!, 'images', key)
  const widths = imageWidths[kind]
  const source = sharp(image).resize({ width: Math.max(...widths), withoutEnlargement: true })
  const { data, info } = await source.raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels } as const
  mkdirSync(folder, { recursive: true })
  for (const width of widths)
    await sharp(data, { raw })
      .resize({ width: Math.min(width, info.width) })
      .webp({ quality: qualityOf(width), effort: 6 })
      .toFile(join(folder, `${width}.webp`))
  const mean = await sharp(data, { raw })
    .removeAlpha()
    .toColourspace('srgb')
    .resize(1, 1, { fit: 'cover', kernel: 'cubic' })
    .raw()
    .toBuffer()
  return { key, color: `#${mean.subarray(0, 3).toString('hex')}` }
}

const works: Record<string, object> = {}
for (const work of allWorks) {
  works[work.id] = {
    poster: await store('poster', await drawPoster(work).encode('png')),
    backdrop: await store('backdrop', await drawBackdrop(work).encode('png')),
    logo: work.art.logo ? await store('thumbnail', await drawLogo(work).encode('png')) : null,
  }
  console.log(work.id, work.title)
}
const films: Record<string, object> = {}
for (const name of readdirSync(join(out, 'films'))
  .filter((file) => file.endsWith('.mp4'))
  .sort()) {
  const key = name.slice(0, -'.mp4'.length)
  const sidecar = join(out, 'films', `${key}.json`)
  const { still } = existsSync(sidecar)
    ? (JSON.parse(readFileSync(sidecar, 'utf8')) as { still: number })
    : { still: 20 }
  const frame = execFileSync(
    'ffmpeg',
    [
      '-v',
      'error',
      '-ss',
      String(still),
      '-i',
      join(out, 'films', name),
      '-frames:v',
      '1',
      '-f',
      'image2pipe',
      '-c:v',
      'png',
      '-',
    ],
    { maxBuffer: 2 ** 26 },
  )
  films[key] = await store('thumbnail', frame)
}
writeFileSync(join(out, 'images.json'), `${JSON.stringify({ works, films }, null, 2)}\n`)
