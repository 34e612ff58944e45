/** Import of works from CSV or JSON lines: columns, and the result per row. */
import * as z from 'zod/mini'
import { TextEncoding } from '#contract/core/fields.ts'

/** The result of a row, or the expected result of a dry run. Rows are numbered as in a spreadsheet: the header is 1. */
export const ImportRowResult = z.object({
  line: z.int(),
  state: z.enum(['added', 'changed', 'unchanged', 'refused']),
  /** Name of the work or episode, as far as the row contains it. */
  name: z.string(),
  /** The changed columns with the previous and the new values. */
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
  /** Errors per column, in Korean. */
  faults: z.array(z.object({ column: z.string(), detail: z.string() })),
})
export type ImportRowResult = z.infer<typeof ImportRowResult>

export const ImportReport = z.object({
  /** The detected encoding of the file, and its first line with other characters than ASCII, which shows a wrong guess. */
  encoding: TextEncoding,
  preview: z.string(),
  /** The number of rows: those added, changed, unchanged and refused. */
  read: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  lines: z.array(ImportRowResult),
})
export type ImportReport = z.infer<typeof ImportReport>

/** Columns of the CSV file, in order. */
export const importColumns = [
  'work',
  'kind',
  'title',
  'title_original',
  'year',
  'age_rating',
  'categories',
  'synopsis',
  'season',
  'season_title',
  'episode',
  'episode_title',
  'episode_synopsis',
  'price',
  'rental_price',
  'is_free',
  'in_subscription',
  'orientation',
  'is_dubbed',
  'is_unpublished',
  'publish_at',
  'unpublish_at',
  'territories',
  'licence_notes',
] as const
export type ImportColumn = (typeof importColumns)[number]

/** The largest file in bytes, and the largest number of rows. */
export const maxImportBytes = 5 * 1024 * 1024
export const maxImportRows = 2_000
