import { Fragment } from 'react'

/** Marks `ranges` of a text, in UTF-16 code units, end exclusive. */
export function Highlight({
  text,
  ranges,
}: {
  text: string
  ranges: readonly { start: number; end: number }[]
}) {
  return (
    <>
      {ranges.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(ranges[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </>
  )
}
