import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FilmKey } from './works/index.ts'

/** The films and artwork of the demonstration, made once by the project (`media/README.md`). */
const folder = join(import.meta.dirname, 'media')

const readJson = (...path: string[]): unknown =>
  JSON.parse(readFileSync(join(folder, ...path), 'utf8'))

/** A stored image: its key is the name of its folder. */
type Picture = { key: string; color: string }

type Images = {
  /** By the id of the work. */
  works: Record<string, { poster: Picture; backdrop: Picture; logo: Picture | null }>
  /** A frame of each film, by its key. */
  films: Record<string, Picture>
}

export const images = readJson('images.json') as Images

/** The facts about a film that stand beside its file. Times are in seconds. */
export type FilmFacts = {
  seconds: number
  orientation: 'horizontal' | 'vertical'
  opening: { start: number; end: number } | null
  ending_start: number | null
  /** The frame that is the episode's picture. */
  still: number
}

export const readFilmFacts = (key: FilmKey) => readJson('films', `${key}.json`) as FilmFacts

/** The captions of every film. */
export const captionLabels = {
  ko: '한국어',
  en: 'English',
  'ko-x-sdh': '한국어 (청각장애인용)',
} as const

export const filmFile = (key: FilmKey): string => join(folder, 'films', `${key}.mp4`)

export const readFilmCaptions = (key: FilmKey) =>
  Object.entries(captionLabels).map(([language, label]) => ({
    language,
    label,
    content: readFileSync(join(folder, 'films', `${key}.${language}.vtt`), 'utf8'),
  }))

/** The trailers, by the id of their work. */
export const trailerFiles = () =>
  readdirSync(join(folder, 'trailers')).map(
    (name) => [Number.parseInt(name, 10), join(folder, 'trailers', name)] as const,
  )

/** The files of a picture, one for each width. */
export const pictureFiles = (key: string) =>
  readdirSync(join(folder, 'images', key)).map((name) => ({
    name,
    path: join(folder, 'images', key, name),
  }))
