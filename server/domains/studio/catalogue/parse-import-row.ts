import { AgeCode, Orientation } from '#contract/contents/contents.ts'
import type { ImportColumn } from '#contract/studio/catalogue-import.ts'
import {
  CategoryInput,
  importCopy,
  importText,
  importIssueText,
} from '#server/domains/contents/index.ts'
import * as z from 'zod/mini'
import { csvCopy } from './catalogue.copy.ts'

export type CsvCellError = { column: ImportColumn | ''; detail: string }

const whole = (min: number, max: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^-?[\d,]+$/, { error: csvCopy.whole_number })),
      z.transform((cell: string) => Number(cell.replaceAll(',', ''))),
    ),
    z.int().check(z.gte(min), z.lte(max)),
  )

/** A choice given by its code or its Korean label. */
const choice = <K extends string>(words: Record<K, string>) =>
  z.pipe(
    z.string().check(
      z.refine(
        (cell: string) => Object.hasOwn(words, cell) || Object.values(words).includes(cell),
        {
          error: importCopy.notInList(Object.values(words)),
        },
      ),
    ),
    z.transform((cell: string) => {
      const codes = Object.keys(words) as K[]
      return codes.find((code) => code === cell || words[code] === cell) ?? (codes[0] as K)
    }),
  )

const booleanWords: Record<string, boolean> = {
  [csvCopy.yes]: true,
  [csvCopy.no]: false,
  true: true,
  false: false,
  y: true,
  n: false,
  '1': true,
  '0': false,
}
const yesOrNo = z.pipe(
  z.string().check(
    z.refine((cell: string) => Object.hasOwn(booleanWords, cell.toLowerCase()), {
      error: csvCopy.yes_or_no,
    }),
  ),
  z.transform((cell: string) => booleanWords[cell.toLowerCase()] === true),
)

const categories = z.pipe(
  z.pipe(
    z.string(),
    z.transform((cell: string) =>
      cell
        .split(/[,;/·]/)
        .map((one) => one.trim())
        .filter(Boolean)
        .map((one) => (/^\d+$/.test(one) ? Number(one) : one)),
    ),
  ),
  z.array(CategoryInput).check(z.maxLength(8)),
)

/** The columns of a row. An empty cell leaves the field unchanged. */
const CsvRowSchema = z.object({
  work: importText(1, 150),
  kind: z.optional(choice(csvCopy.kinds)),
  title: z.optional(importText(1, 200)),
  title_original: z.optional(importText(1, 300)),
  year: z.optional(whole(1870, 2200)),
  age_rating: z.optional(AgeCode),
  categories: z.optional(categories),
  synopsis: z.optional(importText(1, 5_000)),
  season: z.optional(whole(1, 10_000)),
  season_title: z.optional(importText(1, 200)),
  episode: z.optional(whole(1, 100_000)),
  episode_title: z.optional(importText(1, 200)),
  episode_synopsis: z.optional(importText(1, 5_000)),
  price: z.optional(whole(0, 10_000_000)),
  rental_price: z.optional(whole(0, 10_000_000)),
  is_free: z.optional(yesOrNo),
  in_subscription: z.optional(yesOrNo),
  orientation: z.optional(z.pipe(choice(csvCopy.orientations), Orientation)),
  is_dubbed: z.optional(yesOrNo),
})
export type CsvImportRow = z.infer<typeof CsvRowSchema>

/** Parses the cells of a row, or returns the errors of its columns. */
export function parseCsvRow(
  cells: Partial<Record<ImportColumn, string>>,
): { input: CsvImportRow } | { faults: CsvCellError[] } {
  const parsed = CsvRowSchema.safeParse(cells, { error: (issue) => importIssueText(issue) })
  if (parsed.success) return { input: parsed.data }
  const faults = new Map<string, CsvCellError>()
  for (const { path, message } of parsed.error.issues) {
    const column = String(path[0] ?? '') as ImportColumn
    if (!faults.has(column)) faults.set(column, { column, detail: message })
  }
  return { faults: [...faults.values()] }
}
