/** The schema of a catalogue line and the messages of its errors. */
import { maxCategories } from '#contract/core/constants.ts'
import { AgeCode, Orientation } from '#contract/contents/contents.ts'
import { parseJson } from '#server/api/parse-json.ts'
import { normalizeText } from '#contract/core/characters.ts'
import * as z from 'zod/mini'
import type { ImportCategories } from './category-queries.ts'
import { importCopy } from './import.copy.ts'

/** In UTF-16 units; enough for a work of some thousand episodes. */
export const maxRowLength = 4 * 2 ** 20

/**
 * Text as stored: composed (NFC), trimmed, well-formed, without NUL, which PostgreSQL rejects, and without U+FFFD, which
 * stands for a character that could not be read.
 */
export const importText = (min: number, max: number) =>
  z.string().check(
    z.overwrite((text) => normalizeText(text)),
    z.trim(),
    z.refine((value: string) => value.isWellFormed() && !/[\0\uFFFD]/.test(value), {
      error: importCopy.badText,
    }),
    z.minLength(min),
    z.maxLength(max),
  )

/** Null and empty text both mean no value. */
const textOrNone = (max: number) =>
  z.pipe(
    z.nullable(importText(0, max)),
    z.transform((value: string | null) => value || null),
  )

/** An instant with its offset, as UTC; null is none. */
const instantOrNone = z.pipe(
  z.nullable(z.iso.datetime({ offset: true })),
  z.transform((value: string | null) => value && new Date(value).toISOString()),
)

const listOf = <T extends z.ZodMiniType>(item: T, max: number) =>
  z.optional(z.array(item).check(z.maxLength(max)))

/** A category by its id or its name. */
export const categoryInput = ({ ids }: ImportCategories) => {
  const error = importCopy.notInList([...ids].flatMap(([name, id]) => [`${id} ${name}`]))
  const known = new Set(ids.values())
  return z.pipe(
    z
      .union([z.int(), z.string()], { error })
      .check(z.refine((input) => ids.has(String(input)) || known.has(Number(input)), { error })),
    z.transform((input: number | string) => ids.get(String(input)) ?? Number(input)),
  )
}

const EpisodeInput = z
  .strictObject({
    number: z.int().check(z.gte(1), z.lte(100_000)),
    title: z.optional(importText(1, 200)),
    synopsis: z.optional(importText(0, 5_000)),
    /** Seconds. */
    runtime: z.optional(z.int().check(z.gte(0), z.lte(172_800))),
    /** Won. */
    price: z.optional(z.int().check(z.gte(0), z.lte(10_000_000))),
    is_free: z.optional(z.boolean()),
    in_subscription: z.optional(z.boolean()),
    orientation: z.optional(Orientation),
    /** Path of the video file, relative to the catalogue. */
    file: z.optional(importText(1, 4_096)),
  })
  .check(
    z.refine((episode) => !(episode.is_free && (episode.price ?? 0) > 0), {
      error: importCopy.freeWithPrice,
      path: ['price'],
    }),
    z.refine(
      ({ is_free, price, in_subscription }) =>
        is_free || (price ?? 0) > 0 || in_subscription !== false,
      { error: importCopy.notForSale, path: ['in_subscription'] },
    ),
  )

const distinct = (error: string) =>
  z.refine<{ number: number }[]>(
    (list) => new Set(list.map(({ number }) => number)).size === list.length,
    { error },
  )

const SeasonInput = z.strictObject({
  number: z.int().check(z.gte(1), z.lte(10_000)),
  title: z.optional(importText(1, 200)),
  episodes: z.array(EpisodeInput).check(z.maxLength(20_000), distinct(importCopy.episodeTwice)),
})

/** Validated but not imported: reviews belong to their own domain. */
const ReviewInput = z.strictObject({
  rating: z.number().check(z.gte(0.5), z.lte(5), z.multipleOf(0.5, { error: importCopy.halves })),
  context: importText(0, 10_000),
  created_at: z.iso.date(),
})

/** Absent fields keep their values; null clears a value. */
const rowSchema = (names: ImportCategories) =>
  z
    .strictObject({
      id: z.int().check(z.gte(1)),
      title: importText(1, 200),
      title_original: z.optional(textOrNone(300)),
      year: z.optional(z.nullable(z.int().check(z.gte(1870), z.lte(2200)))),
      age_rating: AgeCode,
      synopsis: z.optional(importText(0, 5_000)),
      genres: listOf(importText(1, 100), 100),
      countries: listOf(importText(1, 100), 100),
      /** Whether its original language is not Korean and its audio is. */
      is_dubbed: z.optional(z.boolean()),
      /** As in the studio. A new work is unpublished unless the line says otherwise, or has a `publish_at`. */
      is_unpublished: z.optional(z.boolean()),
      publish_at: z.optional(instantOrNone),
      unpublish_at: z.optional(instantOrNone),
      /** The territories and terms of the licence, which only staff see. */
      territories: z.optional(importText(0, 500)),
      licence_notes: z.optional(importText(0, 5_000)),
      categories: z.optional(z.array(categoryInput(names)).check(z.maxLength(maxCategories))),
      people: listOf(
        z.strictObject({
          name: importText(1, 100),
          name_original: z._default(textOrNone(200), null),
          leading: z._default(z.boolean(), false),
        }),
        2_000,
      ),
      ratings: z.optional(
        z.nullable(
          z.strictObject({
            count: z.int().check(z.gte(0), z.lte(100_000_000)),
            mean: z.number().check(z.gte(0), z.lte(10)),
          }),
        ),
      ),
      reviews: listOf(ReviewInput, 100_000),
      seasons: z.optional(
        z.array(SeasonInput).check(z.maxLength(1_000), distinct(importCopy.seasonTwice)),
      ),
    })
    .check(
      z.refine(
        ({ publish_at, unpublish_at }) => !publish_at || !unpublish_at || unpublish_at > publish_at,
        { error: importCopy.endsBeforeStart, path: ['unpublish_at'] },
      ),
    )

export type ImportRow = z.infer<ReturnType<typeof rowSchema>>

type ParsedLine = { work: ImportRow } | { reason: string }

/** Creates a parser of lines, which returns the work, or the reason of the refusal in Korean. */
export function createRowParser(categories: ImportCategories): (line: string) => ParsedLine {
  const schema = rowSchema(categories)
  return (line) => parseImportRow(line, schema)
}

function parseImportRow(line: string, schema: ReturnType<typeof rowSchema>): ParsedLine {
  if (line.length > maxRowLength) return { reason: importCopy.tooLong(maxRowLength) }
  // The decoder replaces invalid UTF-8 by U+FFFD, so part of the text is already lost.
  if (line.includes('\uFFFD')) return { reason: importCopy.broken }
  let value: unknown
  try {
    value = parseJson(line)
  } catch {
    return { reason: importCopy.notJson }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { reason: importCopy.notObject }
  }
  const result = schema.safeParse(value, { error: (issue) => importIssueText(issue) })
  if (result.success) return { work: result.data }
  const [first, ...more] = result.error.issues
  const path = first?.path.reduce<string>(
    (path, step) =>
      typeof step === 'number'
        ? `${path}[${step}]`
        : path
          ? `${path}.${String(step)}`
          : String(step),
    '',
  )
  const others = more.length > 0 ? ` ${importCopy.moreIssues(more.length)}` : ''
  return { reason: `${path ? `${path}: ` : ''}${first?.message ?? ''}${others}` }
}

/** The Korean message of a validation issue. */
export function importIssueText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return importCopy.missing
      return importCopy.wrongType(issue.expected)
    case 'unrecognized_keys':
      return importCopy.unknownFields(issue.keys)
    case 'invalid_value':
      return issue.input === undefined
        ? importCopy.missing
        : importCopy.notInList(issue.values.map(String))
    case 'too_small':
      return issue.origin === 'string'
        ? importCopy.empty
        : importCopy.tooSmall(Number(issue.minimum))
    case 'too_big':
      if (issue.origin === 'string') return importCopy.tooLongText(Number(issue.maximum))
      if (issue.origin === 'array') return importCopy.tooMany(Number(issue.maximum))
      return importCopy.tooBig(Number(issue.maximum))
    default:
      return importCopy.wrongFormat
  }
}
