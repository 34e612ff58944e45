import * as z from 'zod/mini'
import { episodeFilters, mapFilters, seriesFilters } from '#contract/contents/listing-filters.ts'

/** Lists values that no field of the given name accepts. */
export function invalidValues(
  shape: Record<string, unknown> | undefined,
): Record<string, string[]> {
  const invalid: Record<string, string[]> = {
    ...mapFilters({ ...seriesFilters, ...episodeFilters }, () => ['none', 'TRUE', '1', '']),
    limit: [
      '-1',
      ...(acceptsZero(shape) ? [] : ['0']),
      '101',
      '1.5',
      'ten',
      '',
      '1e2',
      '9'.repeat(30),
    ],
    offset: ['-1', '10001', 'x', ''],
    ordering: ['id', '--viewer_count', '', 'viewer_count;drop'],
    category: ['0', 'x', '-3', '2147483648'],
    series: ['0', 'x'],
    series_id: ['0', 'x', '-3', '2147483648'],
    season: ['0', 'x'],
    person: ['0', 'x'],
    type: ['film', ''],
    year: ['0', '1849', '2201', '99999', 'x', '-1'],
    released_from: ['0', '1849', '2201', 'x', '-1'],
    released_to: ['0', '1849', '2201', 'x', '-1'],
    staff_id: ['0', 'x', '-3', '2147483648'],
    kind: ['', 'Member', 'a.b.c', '%'],
    subject_kind: ['', 'Series', '%'],
    subject_id: ['0', 'x', '-3', '9007199254740992'],
    state: ['', 'Hidden', 'Open', 'closed'],
    dry_run: ['', 'yes', '1', 'TRUE'],
    drafts: ['', '1', 'yes'],
    at: ['', 'now', '2026-12-24', '2026-13-01T00:00:00Z', '0000-01-01T00:00:00Z'],
    version: ['', '0', '-1', 'x'],
    report_state: ['', 'all'],
    inquiry_subject_id: ['0', 'x', '-3', '2147483648'],
    is_top: ['yes', '1', ''],
    q: ['', ' '.repeat(5), '가'.repeat(101)],
    user_code: ['', 'BCDF', 'BCDFGHJA', 'BCDF-GHJK-L', '가'.repeat(8)],
    uidb64: ['', 'a'.repeat(65)],
    token: ['', 'a'.repeat(129)],
    ownership_type_id: ['1', '', 'x', '02'],
    subscription_plan_id: ['', '0', 'x', '-1', '2147483648'],
    file_name: ['', ' ', '가'.repeat(301)],
    bytes: ['', '0', '-1', 'x', '1.5'],
    writer: ['', 'a b', 'a'.repeat(65)],
    show: ['everything', ''],
    name: ['', ' '.repeat(5), '가'.repeat(101)],
    duration: ['-1', '1.5', 'x', '172801'],
    language: ['', 'Korean!', 'k', 'KO'],
    label: ['', ' ', '가'.repeat(41)],
    player: ['', 'short', 'a'.repeat(65), '가'.repeat(20)],
    from: ['', '2026-02-30', '1999-12-31', '2026-1-1', 'today', '0000-01-01T00:00:00Z'],
    to: ['', '2026-02-30', '1999-12-31', '2026-1-1', 'today', '0000-01-01T00:00:00Z'],
    by: ['', 'revenue'],
    code: ['', 'none'],
    episode_id: ['0', 'x', '-3', '2147483648'],
    before_id: ['0', 'x', '-3', '9007199254740992'],
    watch_id: ['', '0', 'x', '-1', '1,2', '9'.repeat(16)],
  }
  return Object.fromEntries(
    Object.keys(shape ?? {}).map((field) => {
      const values = invalid[field]
      if (!values) throw new Error(`no invalid values are listed for the field ${field}`)
      return [field, values]
    }),
  )
}

/** Whether `limit=0` returns all rows. */
const acceptsZero = (shape: Record<string, unknown> | undefined) =>
  shape?.['limit'] !== undefined && z.safeParse(shape['limit'] as z.ZodMiniType, '0').success
