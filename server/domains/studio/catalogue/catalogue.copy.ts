/** Words of the studio's catalogue that stand in the audit log and in files. */
export const nameOfSeason = ({ series_title, title }: { series_title: string; title: string }) =>
  `${series_title} · ${title}`

export const nameOfEpisode = ({
  series_title,
  number,
  title,
}: {
  series_title: string
  number: number
  title: string
}) => (title === `${number}화` ? `${series_title} · ${title}` : `${series_title} · ${number}화 ${title}`)

export const catalogueReasons = {
  undo: (act_id: number) => `기록 ${act_id}번을 되돌렸어요`,
  imported: (line: number) => `CSV ${line}번째 줄`,
}
