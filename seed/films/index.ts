/**
 * The moving pictures of the demonstration (D-92). Fourteen episodes have a script in this folder, the others a picture story
 * made of the work's artwork. A script becomes a source file, which goes through the encoder like any upload. The same script
 * gives the same film on every machine.
 */
import type { Work, WorkEpisode, WorkSeason } from '#seed/works/index.ts'
import { webvtt, type Caption, type Film, type Script } from './film.ts'
import { pictureStory } from './picture-story.ts'
import { scripts } from './programme.ts'

export { write } from './render.ts'
export type { Caption, Film, Script } from './film.ts'

/** Finds a script by its key. @throws when there is none. */
export function scriptOf(key: string): Script {
  const script = scripts.find((candidate) => candidate.key === key)
  if (!script) throw new Error(`There is no film called ${key}`)
  return script
}

/** The script of an episode. */
export const episodeScript = (work: Work, season: WorkSeason, episode: WorkEpisode): Script =>
  episode.film === undefined
    ? pictureStory(work, season, episode)
    : { ...scriptOf(episode.film), scale: 0.75, drawn: 10 }

/** Returns the properties of a film that are known before it is drawn. */
export function describeFilm(script: Script): Film {
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
