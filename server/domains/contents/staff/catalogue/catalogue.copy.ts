/** Catalogue texts of the studio in the audit log and in files. */
export const seasonLabel = ({ series_title, title }: { series_title: string; title: string }) =>
  `${series_title} · ${title}`

export const episodeLabel = ({
  series_title,
  number,
  title,
}: {
  series_title: string
  number: number
  title: string
}) =>
  title === `${number}화` ? `${series_title} · ${title}` : `${series_title} · ${number}화 ${title}`

/** Texts of the CSV file and its import errors. */
export const csvCopy = {
  yes: '예',
  no: '아니요',
  kinds: { series: '시리즈', film: '영화' } as Record<'series' | 'film', string>,
  orientations: { horizontal: '가로', vertical: '세로' } as Record<
    'horizontal' | 'vertical',
    string
  >,
  file_name: (day: string) => `작품-${day}`,
  unknown_column: '모르는 열이에요',
  column_twice: '같은 열이 두 번 있어요',
  no_work_column: 'work 열이 꼭 있어야 해요',
  too_many_lines: (most: number) => `한 번에 ${most.toLocaleString('ko')}줄까지 올릴 수 있어요`,
  film_on_server: '영상 파일은 서버에서 npm run import로 올려 주세요',
  broken_quotes: '따옴표(")의 짝이 맞지 않아요',
  unknown_work: '그런 번호의 작품이 없어요',
  fixed_kind: '이미 있는 작품의 종류는 바꿀 수 없어요',
  film_has_one: '영화에는 시즌이나 화를 더할 수 없어요',
  whole_number: '숫자로 써 주세요',
  yes_or_no: '예 또는 아니요로 써 주세요',
  none: '없음',
  instant: '2026-12-01 09:00처럼 한국 시각으로 쓰거나, 지우려면 없음이라고 써 주세요',
  unnamed_cells: '열 이름보다 칸이 많아요. 쉼표가 든 칸을 따옴표(")로 감싸 주세요',
  before_start: '공개 시각보다 뒤여야 해요',
} as const

export const catalogueReasons = {
  undo: (act_id: number) => `기록 ${act_id}번을 되돌렸어요`,
  imported: (line: number) => `CSV ${line}번째 줄`,
  imported_line: (line: number) => `NDJSON ${line}번째 줄`,
}
