import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { frame, open } from './render.ts'
import { wholeFilms } from './programme.ts'
import { rate } from './sound/instruments.ts'
import { render as renderSound } from './sound/mix.ts'
import { wav } from './sound/wav.ts'

/**
 * Renders a whole film for `seed/media`: `make-master.ts KEY SCALE OUTPUT.mkv`. 24 frames a second, nearly lossless H.264 and
 * PCM, from which the masters are encoded. SCALE is pixels a stage unit: 1 is 720p, 1.5 is 1080p. Needs ffmpeg on PATH.
 */
const framesPerSecond = 24
const [key, scale, output] = process.argv.slice(2)
if (!key || !scale || !output) throw new Error('make-master.ts KEY SCALE OUTPUT.mkv')
const script = wholeFilms.find((film) => film.key === key)
if (!script) throw new Error(`There is no film called ${key}`)
const { reel, canvas } = open({ ...script, scale: Number(scale) })
await mkdir(path.dirname(output), { recursive: true })
const soundFile = `${output}.wav`
const unfinished = `${output}.part`
const sound = await renderSound(script.soundtrack(reel.seconds), reel.seconds)
await writeFile(soundFile, wav(sound, 0, Math.round(reel.seconds * rate)))
const size = `${canvas.width}x${canvas.height}`
const child = spawn(
  'ffmpeg',
  `-hide_banner -loglevel error -y -f rawvideo -pix_fmt rgba -video_size ${size} -framerate ${framesPerSecond} -i pipe:0
  -i ${soundFile} -map 0:v -map 1:a -vf scale=out_color_matrix=bt709:out_range=tv -pix_fmt yuv420p -colorspace bt709
  -color_primaries bt709 -color_trc bt709 -c:v libx264 -preset ultrafast -crf 8 -threads 1 -c:a pcm_s16le -f matroska ${unfinished}`.split(
    /\s+/,
  ),
  { stdio: ['pipe', 'inherit', 'inherit'] },
)
const frames = Math.round(reel.seconds * framesPerSecond)
for (let index = 0; index < frames; index++) {
  if (!child.stdin.write(frame(reel, canvas, index / framesPerSecond)))
    await once(child.stdin, 'drain')
}
child.stdin.end()
const [code] = (await once(child, 'close')) as [number | null]
await rm(soundFile)
if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
await rename(unfinished, output)
