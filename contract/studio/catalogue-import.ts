/** Files of works, as staff hand them in: their columns, and what becomes of each line. */
import * as z from 'zod/mini'

/** What became of a line of a file, or would. Lines are numbered as a spreadsheet shows them: the head is line 1. */
export const ImportRowResult = z.object({
  line: z.int(),
  state: z.enum(['added', 'changed', 'unchanged', 'refused']),
  /** What the line is about, as far as it says. */
  name: z.string(),
  /** The columns that change, as they were and as they are. */
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
  /** What is wrong with it, column by column, in Korean. */
  faults: z.array(z.object({ column: z.string(), detail: z.string() })),
})
export type ImportRowResult = z.infer<typeof ImportRowResult>

export const ImportReport = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  lines: z.array(ImportRowResult),
})
export type ImportReport = z.infer<typeof ImportReport>

/** Columns of a file of works, in their order. */
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
] as const
export type ImportColumn = (typeof importColumns)[number]

/** The largest file of works, in bytes, and the most lines of one. */
export const maxImportBytes = 5 * 1024 * 1024
export const maxImportRows = 2_000
