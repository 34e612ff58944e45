/**
 * Returns for each filter the kinds of works that pass all others: whichever of their values is chosen leaves works.
 * @param passes whether a kind passes a filter as it is set.
 */
export function kindsByFilter<Kind, Name extends string>(
  kinds: readonly Kind[],
  passes: Readonly<Record<Name, (kind: Kind) => boolean>>,
): Record<Name, Kind[]> {
  const names = Object.keys(passes) as Name[]
  return Object.fromEntries(
    names.map((name) => [
      name,
      kinds.filter((kind) => names.every((other) => other === name || passes[other](kind))),
    ]),
  ) as Record<Name, Kind[]>
}
