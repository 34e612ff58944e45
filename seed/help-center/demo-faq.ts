/** A demo FAQ, in the order of its subject. */
export type DemoFaq = {
  /** Never reused, because links refer to it. */
  id: number
  /** Relative to `WRITTEN_ON`. */
  written_on: string
  /** Whether it is among the few on the start page. */
  is_top?: true
  title: string
  /** Joined by line breaks; an empty line separates paragraphs. */
  context: readonly string[]
}
