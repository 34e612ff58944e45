import { Fragment } from 'react'

/** Text with the stretches that a query matched marked; `matched` in UTF-16 units, end exclusive. */
export function Highlight({
  text,
  ranges: matched,
}: {
  text: string
  ranges: readonly { start: number; end: number }[]
}) {
  return (
    <>
      {matched.map(({ start, end }, at) => (
        <Fragment key={start}>
          {text.slice(matched[at - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(matched.at(-1)?.end ?? 0)}
    </>
  )
}
