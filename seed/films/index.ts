/**
 * The moving pictures of the demonstration world (D-92): fourteen short films, drawn and composed by the
 * code in this folder. `films` describes them, `synthesise` makes one into a source file that then goes
 * through the encoder like any upload. The same film comes out the same on every machine.
 */
import { webvtt, type Caption, type Film, type Script } from './film.ts'
import { scripts } from './programme.ts'
import { write, type Synthesis } from './render.ts'

export type { Caption, Film } from './film.ts'

/** Finds the script behind a key. Throws when there is none. */
export function scriptOf(key: string): Script {
  const script = scripts.find((candidate) => candidate.key === key)
  if (!script) throw new Error(`There is no film called ${key}`)
  return script
}

function describe(script: Script): Film {
  const vertical = script.orientation === 'vertical'
  const scale = script.scale ?? 1
  const captions: Caption[] = [{ language: 'ko', label: '한국어', vtt: webvtt(script.korean) }]
  if (script.english)
    captions.push({ language: 'en', label: 'English', vtt: webvtt(script.english) })
  return {
    key: script.key,
    orientation: vertical ? 'vertical' : 'horizontal',
    width: (vertical ? 720 : 1280) * scale,
    height: (vertical ? 1280 : 720) * scale,
    duration: script.shots.reduce((sum, shot) => sum + shot.seconds, 0),
    markers: { opening: script.opening ?? null, ending_start: script.ending_start ?? null },
    captions,
  }
}

/** Every film, the one to be made first in front. */
export const films: readonly Film[] = scripts.map(describe)

/**
 * Makes a film into one source file: H.264 at 24 frames a second and 48 kHz stereo, `.mp4` or `.mkv` by the
 * name of `output`. Written under another name and renamed at the end. Rejects when aborted (with the
 * signal's reason) or when ffmpeg fails (with its last lines); then nothing is left on disk.
 */
export async function synthesise(film: Film, output: string, options: Synthesis): Promise<void> {
  await write(scriptOf(film.key), output, options)
}
