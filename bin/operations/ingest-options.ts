import {
  captionLanguagePattern,
  koreanSdh,
  koreanSdhLabel,
} from '#contract/contents/caption-languages.ts'
import { normalizeTitle } from '#server/domains/contents/index.ts'
import { captionIssueText, findTrack, readCaptions } from '#server/adapters/encoder/index.ts'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const usage = `Usage: npm run ingest -- FILE… [options]
  --episode ID        FILE is the film of this existing episode
  --trailer-of WORK   FILE is the trailer of this existing work; without either, each FILE is a work of its own
  --title TITLE       by default the name of the file
  --category N        1 to 8; may be given several times
  --age RATING        ALL (the default), 12, 15 or 19
  --caption ko=FILE   captions in a language, SRT, WebVTT or SMI; may be given several times;
                      ko-x-sdh=FILE are Korean ones for deaf viewers
  --hidden            unpublished until staff publish it; by default it is public as soon as it is encoded
  --free              for everybody (the default)
  --plan              for members with a plan (formerly --subscription, which still works)
  --price WON         sold for this price, also together with --plan
  --rental-price WON  rented out for this price, together with --plan or --price`

/** Validated command-line options. File paths are absolute. */
export type IngestOptions = {
  files: string[]
  episode: number | undefined
  trailer_of: number | undefined
  title: string | undefined
  categories: number[]
  age_rating: 'ALL' | '12' | '15' | '19'
  terms: {
    is_unpublished: boolean
    is_free: boolean
    in_subscription: boolean
    price: number
    rental_price: number | null
  }
  captions: { language: string; label: string; content: string }[]
  /** Unreadable characters of the captions, a line each. */
  notes: string[]
}

/** Describes in one line what the options set for each film of its own. */
export function describeTerms({ terms }: Pick<IngestOptions, 'terms'>): string {
  const { is_unpublished, is_free, in_subscription, price, rental_price } = terms
  const ways = [
    ...(is_free ? ['free for everybody'] : []),
    ...(in_subscription && !is_free ? ['in plans'] : []),
    ...(price > 0 ? [`sold for ${price.toLocaleString('en')} won`] : []),
    ...(rental_price === null ? [] : [`rented out for ${rental_price.toLocaleString('en')} won`]),
  ]
  const visibility = is_unpublished
    ? 'Hidden until staff publish it'
    : 'Public as soon as it is encoded'
  return `${visibility}; ${ways.join(', ')}.`
}

/** Invalid command-line options; the message says which. */
export class UsageError extends Error {}

/** Won. */
const maxPrice = 10_000_000
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
  const singleFileOptions = ['episode', 'trailer-of', 'title', 'caption'] as const
  for (const name of singleFileOptions)
    if (files.length > 1 && values[name] !== undefined)
      throw new UsageError(`--${name} is for one file at a time.`)
  const saleOptions = ['plan', 'subscription', 'price', 'rental-price'] as const
  const filmOptions = ['title', 'category', 'age', 'hidden', 'free', ...saleOptions] as const
  const targets = (['episode', 'trailer-of'] as const).filter((name) => values[name] !== undefined)
  if (targets.length > 1) throw new UsageError('It is either --episode or --trailer-of.')
  for (const name of filmOptions)
    if (targets[0] && values[name] !== undefined)
      throw new UsageError(
        `--${name} is of a film of its own, and --${targets[0]} has one already.`,
      )
  const isSold = saleOptions.some((name) => values[name] !== undefined)
  if (values.free && isSold)
    throw new UsageError('It is either --free, or --plan, --price and --rental-price.')
  const in_subscription = !isSold || (values.plan ?? values.subscription ?? false)
  if (!in_subscription && values.price === undefined)
    throw new UsageError(
      '--rental-price is for a film that is in plans or sold: add --plan or --price.',
    )
  const title = values.title === undefined ? undefined : normalizeTitle(values.title)
  if (title === '') throw new UsageError('--title is empty.')
  const age_rating = ratings.find((rating) => rating === (values.age ?? 'ALL'))
  if (!age_rating) throw new UsageError(`--age takes one of ${ratings.join(', ')}.`)
  const captions = await Promise.all(
    (values.caption ?? []).map((argument) => readCaption(argument, folder)),
  )
  return {
    files,
    episode: parseId('episode', values.episode),
    trailer_of: parseId('trailer-of', values['trailer-of']),
    title,
    categories: (values.category ?? []).map((category) => parseInteger('category', category, 8)),
    age_rating,
    terms: {
      is_unpublished: values.hidden ?? false,
      is_free: !isSold,
      in_subscription,
      price: values.price === undefined ? 0 : parseInteger('price', values.price, maxPrice),
      rental_price:
        values['rental-price'] === undefined
          ? null
          : parseInteger('rental-price', values['rental-price'], maxPrice),
    },
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
        'trailer-of': { type: 'string' },
        title: { type: 'string' },
        category: { type: 'string', multiple: true },
        age: { type: 'string' },
        caption: { type: 'string', multiple: true },
        hidden: { type: 'boolean' },
        price: { type: 'string' },
        'rental-price': { type: 'string' },
        free: { type: 'boolean' },
        plan: { type: 'boolean' },
        subscription: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

const parseId = (name: string, text: string | undefined) =>
  text === undefined ? undefined : parseInteger(name, text, 2 ** 31 - 1)

function parseInteger(name: string, text: string, max: number): number {
  const value = Number(text)
  if (/^[1-9]\d*$/.test(text) && value <= max) return value
  throw new UsageError(`--${name} takes a whole number from 1 to ${max}, and not "${text}".`)
}

/** Reads and validates captions before encoding, which may take an hour. */
async function readCaption(argument: string, folder: string) {
  const [, language = '', path = ''] = argument.match(/^([^=]+)=(.+)$/) ?? []
  if (!captionLanguagePattern.test(language))
    throw new UsageError(`--caption takes a language and a file, like ko=FILE.srt.`)
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
  if (language === koreanSdh) return koreanSdhLabel
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}
