/** Adds a value under a key that may have several. */
export function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  map.set(key, [...(map.get(key) ?? []), value])
}

/** Removes a value, and the key with its last one. */
export function removeFrom<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const others = (map.get(key) ?? []).filter((other) => other !== value)
  if (others.length > 0) map.set(key, others)
  else map.delete(key)
}
