import { normalizeTitle } from '#server/domains/contents/index.ts'
import { captionIssueText, findTrack, readCaptions } from '#server/adapters/encoder/index.ts'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const usage = `Usage: npm run ingest -- FILE… [options]
  --episode ID       the file becomes the picture of this episode; without it, each file is a film of its own
  --title TITLE      of the film; its file's name unless told
  --category N       1 to 8; may be given several times
  --age RATING       ALL (unless told), 12, 15 or 19
  --caption ko=FILE  captions in a language, SRT, WebVTT or SMI; may be given several times
  --free             for everybody: so unless told otherwise
  --subscription     for those with a plan`

/** Validated command-line options. File paths are absolute. */
export type IngestOptions = {
  files: string[]
  episode: number | undefined
  title: string | undefined
  categories: number[]
  age_rating: 'ALL' | '12' | '15' | '19'
  is_free: boolean
  captions: { language: string; label: string; content: string }[]
  /** What could not be read of the captions, a line each. */
  notes: string[]
}

/** Invalid command-line options; the message says which. */
export class UsageError extends Error {}

const ratings = ['ALL', '12', '15', '19'] as const

/** @param folder base of relative paths. @throws UsageError */
export async function parseIngestOptions(args: string[], folder: string): Promise<IngestOptions> {
  const { values, positionals } = parse(args)
  if (positionals.length === 0) throw new UsageError('No file is named.')
  const files = positionals.map((path) => resolve(folder, path))
  for (const file of files) {
    const stats = await stat(file).catch(() => undefined)
    if (!stats?.isFile()) throw new UsageError(`There is no file ${file}.`)
  }
  const singleFileOptions = ['episode', 'title', 'caption'] as const
  for (const name of singleFileOptions)
    if (files.length > 1 && values[name] !== undefined)
      throw new UsageError(`--${name} is for one file at a time.`)
  const filmOptions = ['title', 'category', 'age', 'free', 'subscription'] as const
  for (const name of filmOptions)
    if (values.episode !== undefined && values[name] !== undefined)
      throw new UsageError(`--${name} is of a film of its own, and --episode has one already.`)
  if (values.free && values.subscription)
    throw new UsageError('It is either --free or --subscription.')
  const title = values.title === undefined ? undefined : normalizeTitle(values.title)
  if (title === '') throw new UsageError('--title is empty.')
  const age_rating = ratings.find((rating) => rating === (values.age ?? 'ALL'))
  if (!age_rating) throw new UsageError(`--age takes one of ${ratings.join(', ')}.`)
  const captions = await Promise.all(
    (values.caption ?? []).map((argument) => readCaption(argument, folder)),
  )
  return {
    files,
    episode:
      values.episode === undefined
        ? undefined
        : parseInteger('episode', values.episode, 2 ** 31 - 1),
    title,
    categories: (values.category ?? []).map((one) => parseInteger('category', one, 8)),
    age_rating,
    is_free: !values.subscription,
    captions: captions.map(({ source }) => source),
    notes: captions.flatMap(({ notes }) => notes),
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        episode: { type: 'string' },
        title: { type: 'string' },
        category: { type: 'string', multiple: true },
        age: { type: 'string' },
        caption: { type: 'string', multiple: true },
        free: { type: 'boolean' },
        subscription: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function parseInteger(name: string, text: string, max: number): number {
  const value = Number(text)
  if (/^[1-9]\d*$/.test(text) && value <= max) return value
  throw new UsageError(`--${name} takes a whole number from 1 to ${max}, and not "${text}".`)
}

/** Reads and validates captions before encoding, which may take an hour. */
async function readCaption(argument: string, folder: string) {
  const [, language = '', path = ''] =
    argument.match(/^([a-z]{2,3}(?:-[A-Za-z]{2,8})?)=(.+)$/) ?? []
  if (!path) throw new UsageError(`--caption takes a language and a file, like ko=FILE.srt.`)
  const file = resolve(folder, path)
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  })
  const captions = readOrReject(file, bytes)
  const track = findTrack(captions, language)
  if (!track) {
    const languages = captions.tracks.map((each) => each.language ?? 'unknown').join(', ')
    throw new UsageError(`${file} has captions in ${languages}, and not in ${language}.`)
  }
  const [fault] = track.faults
  if (fault) throw new UsageError(`${file}, line ${fault.line}: ${captionIssueText[fault.code]}`)
  return {
    source: { language, label: labelOf(language), content: track.content },
    notes: captions.unreadable_lines.map(
      (line) => `${file}, line ${line}: a character is unreadable in ${captions.encoding}`,
    ),
  }
}

function readOrReject(file: string, bytes: Uint8Array) {
  try {
    return readCaptions(bytes)
  } catch (error) {
    throw new UsageError(`${file} holds no captions: ${(error as Error).message}`)
  }
}

/** Name of a language in that language: 한국어, English. */
function labelOf(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}
