/**
 * Draws everything into contact sheets to be looked at:
 * `node seed/art/contact-sheet.ts FOLDER [id …]`
 */
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allWorks } from '#seed/works/index.ts'
import { dominantColor, drawBackdrop, drawLogo, drawPoster, drawThumbnail } from './draw.ts'

const [folder, ...ids] = process.argv.slice(2)
if (!folder) {
  console.error('Usage: node seed/art/contact-sheet.ts FOLDER [id …]')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })
const chosen = ids.length ? allWorks.filter((work) => ids.includes(String(work.id))) : allWorks

function sheet(
  name: string,
  pictures: Canvas[],
  columns: number,
  width: number,
  ground = '#14161a',
) {
  if (pictures.length === 0) return
  const gap = 14
  const tallest = Math.max(...pictures.map((c) => (c.height / c.width) * width))
  const rows = Math.ceil(pictures.length / columns)
  const canvas = createCanvas(
    columns * (width + gap) + gap,
    Math.ceil(rows * (tallest + gap) + gap),
  )
  const pen = canvas.getContext('2d')
  pen.fillStyle = ground
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  for (const [i, picture] of pictures.entries()) {
    const x = gap + (i % columns) * (width + gap)
    const y = gap + Math.floor(i / columns) * (tallest + gap)
    pen.drawImage(picture, x, y, width, (picture.height / picture.width) * width)
  }
  writeFileSync(join(folder!, `${name}.png`), canvas.encodeSync('png'))
}

const began = performance.now()
const posters = chosen.map(drawPoster)
const backdrops = chosen.map(drawBackdrop)
const both = performance.now() - began
console.log(`${chosen.length} posters and backdrops: ${Math.round(both / chosen.length)} ms a pair`)
console.log(posters.map(dominantColor).join(' '))
const perSheet = 12
for (let i = 0; i * perSheet < posters.length; i++) {
  sheet(`posters-${i + 1}`, posters.slice(i * perSheet, (i + 1) * perSheet), 6, 330)
  sheet(`backdrops-${i + 1}`, backdrops.slice(i * perSheet, (i + 1) * perSheet), 3, 640)
}
sheet('posters-small', posters, 12, 150)
const stills = chosen.flatMap((work) =>
  work.seasons.flatMap((season) => season.episodes.slice(0, 4).map((e) => ({ work, season, e }))),
)
const upright = stills.filter(({ e }) => e.orientation === 'vertical')
const lying = stills.filter(({ e }) => e.orientation === 'horizontal')
const third = performance.now()
sheet(
  'thumbnails-vertical',
  upright.map(({ work, season, e }) => drawThumbnail(work, season, e)),
  10,
  190,
)
sheet(
  'thumbnails',
  lying.slice(0, 72).map(({ work, season, e }) => drawThumbnail(work, season, e)),
  6,
  320,
)
console.log(
  `${Math.min(72, lying.length) + upright.length} thumbnails: ${Math.round(performance.now() - third)} ms`,
)
sheet('logos', chosen.filter((work) => work.art.logo).map(drawLogo), 4, 420, '#2a2d33')
