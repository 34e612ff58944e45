/**
 * Looks at films without encoding them: `node seed/films/preview.ts KEY [COUNT | SECOND,SECOND…] [FOLDER]` writes
 * stills as PNG and one contact sheet, and prints what a frame costs. `… KEY sound FOLDER` writes the WAV.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { scriptOf } from './index.ts'
import { frame, open } from './render.ts'
import { render } from './sound/mix.ts'
import { wav } from './sound/wav.ts'

const [key = '', what = '12', folder = 'data/preview'] = process.argv.slice(2)
const script = scriptOf(key)
const { reel, canvas } = open(script)
await mkdir(folder, { recursive: true })

if (what === 'sound') {
  const began = performance.now()
  const sound = await render(script.soundtrack(reel.seconds), reel.seconds)
  process.stdout.write(`sound in ${((performance.now() - began) / 1000).toFixed(2)} s\n`)
  await writeFile(path.join(folder, `${key}.wav`), wav(sound))
} else {
  const moments = what.includes(',')
    ? what.split(',').filter(Boolean).map(Number)
    : Array.from({ length: Number(what) }, (_, n) => ((n + 0.5) / Number(what)) * reel.seconds)
  const columns = canvas.width > canvas.height ? 3 : 6
  const width = canvas.width > canvas.height ? 640 : 320
  const height = Math.round((width * canvas.height) / canvas.width)
  const sheet = createCanvas(width * columns, height * Math.ceil(moments.length / columns))
  const paper = sheet.getContext('2d')
  let spent = 0
  for (const [index, t] of moments.entries()) {
    frame(reel, canvas, t)
    const began = performance.now()
    for (let repeat = 0; repeat < 4; repeat++) frame(reel, canvas, t + repeat / 24)
    spent += (performance.now() - began) / 4
    frame(reel, canvas, t)
    paper.drawImage(
      canvas,
      (index % columns) * width,
      Math.floor(index / columns) * height,
      width,
      height,
    )
    if (what.includes(','))
      await writeFile(path.join(folder, `${key}-${t}.png`), canvas.toBuffer('image/png'))
  }
  await writeFile(path.join(folder, `${key}.jpg`), sheet.toBuffer('image/jpeg', 88))
  process.stdout.write(`${reel.seconds} s, ${(spent / moments.length).toFixed(1)} ms a frame\n`)
}
