/** A question of the demonstration world, in the list of its subject as it stands. */
export type DemoFaq = {
  /** Never given to another: links lead to it. */
  id: number
  /** As if the world's today were `WRITTEN_ON`. */
  written_on: string
  /** Among the few that the front door shows. */
  is_top?: true
  title: string
  /** Lines are joined by a line break; an empty one parts paragraphs. */
  context: readonly string[]
}
