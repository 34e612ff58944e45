import { Fragment } from 'react'

/** Text with the stretches that a query matched marked; `matched` in UTF-16 units, end exclusive. */
export function Marked({
  text,
  matched,
}: {
  text: string
  matched: readonly { start: number; end: number }[]
}) {
  let at = 0
  const parts = matched.map(({ start, end }) => {
    const before = text.slice(at, start)
    at = end
    return (
      <Fragment key={start}>
        {before}
        <mark>{text.slice(start, end)}</mark>
      </Fragment>
    )
  })
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
