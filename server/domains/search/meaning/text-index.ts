/** BM25 over the texts of works: a second stage of searches whose words are no name. */
import { isGroup, isPair, termsOf } from './text-terms.ts'

/** The texts of a work and their weights. */
export type WorkText = {
  id: number
  fields: readonly { text: string; weight: number; is_names?: boolean | undefined }[]
}

const saturation = 1.2
const lengthShare = 0.6
/** Weight of a pair of letters, beside 1 for a word. */
const pairWeight = 0.35
/** Weight of a word of the same meaning. */
const groupWeight = 0.8
/** Terms in a larger share of the works are ignored. */
const maxShare = 0.25
/** Works that lack this share of the weight of a query's terms do not match. */
const minShare = 0.12
/** The same for works that share pairs of letters with the query, but no word. */
const minPairShare = 0.4
const maxPostings = 50_000
/** The most frequent terms of a work, by which similar works are searched. */
const similarTerms = 60
/** Term frequencies are stored in units of an eighth. */
const unit = 8

const weightOf = (term: string) => (isPair(term) ? pairWeight : isGroup(term) ? groupWeight : 1)

function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash
}

class Postings {
  docs = new Uint32Array(4)
  frequencies = new Uint8Array(4)
  length = 0
  push(doc: number, frequency: number): void {
    if (this.length === this.docs.length) {
      const docs = new Uint32Array(this.length * 2)
      docs.set(this.docs)
      const frequencies = new Uint8Array(this.length * 2)
      frequencies.set(this.frequencies)
      this.docs = docs
      this.frequencies = frequencies
    }
    this.docs[this.length] = doc
    this.frequencies[this.length++] = Math.min(255, Math.max(1, Math.round(frequency * unit)))
  }
}

export class TextIndex {
  readonly #postings = new Map<string, Postings>()
  /** The number of each work, and by number its id (0 if removed) and length. */
  readonly #numbers = new Map<number, number>()
  readonly #ids: number[] = []
  /** The hash of the texts of each work. */
  readonly #versions: number[] = []
  readonly #lengths: number[] = []
  /** The most frequent terms of each work, joined by spaces. */
  readonly #frequent: string[] = []
  #totalLength = 0

  get size(): number {
    return this.#numbers.size
  }

  /** Whether most numbers are those of removed works, so that the index should be built again. */
  get isStale(): boolean {
    return this.#ids.length > 1_000 && this.#ids.length > this.size * 2
  }

  /** Adds or replaces the texts of a work. Equal ones change nothing: removed texts still count among those that have a term. */
  put({ id, fields }: WorkText): void {
    const version = JSON.stringify(fields)
    const before = this.#numbers.get(id)
    if (before !== undefined && this.#versions[before] === hashOf(version)) return
    this.remove(id)
    const frequencies = new Map<string, number>()
    let length = 0
    for (const { text, weight, is_names } of fields)
      for (const term of termsOf(text, is_names)) {
        frequencies.set(term.term, (frequencies.get(term.term) ?? 0) + term.weight * weight)
        if (!isPair(term.term) && !isGroup(term.term)) length += term.weight * weight
      }
    const doc = this.#ids.length
    this.#ids.push(id)
    this.#versions.push(hashOf(version))
    this.#lengths.push(length)
    this.#numbers.set(id, doc)
    this.#totalLength += length
    this.#frequent.push(
      [...frequencies]
        .filter(([term]) => !isGroup(term))
        .sort(([, a], [, b]) => b - a)
        .slice(0, similarTerms)
        .map(([term]) => term)
        .join(' '),
    )
    for (const [term, frequency] of frequencies) {
      let postings = this.#postings.get(term)
      if (!postings) this.#postings.set(term, (postings = new Postings()))
      postings.push(doc, frequency)
    }
  }

  remove(id: number): void {
    const doc = this.#numbers.get(id)
    if (doc === undefined) return
    this.#numbers.delete(id)
    this.#totalLength -= this.#lengths[doc]!
    this.#ids[doc] = 0
    this.#frequent[doc] = ''
  }

  /**
   * The works whose texts fit a description, the best first, by id.
   * @param withSynonyms whether words of the same meaning fit too.
   */
  search(text: string, count: number, withSynonyms = true): number[] {
    const terms = termsOf(text)
      .filter(({ term }) => withSynonyms || !isGroup(term))
      .map(({ term }) => ({ term, weight: weightOf(term) }))
    return this.#rank(terms, count, minShare)
  }

  /** The works whose texts have a word of a text or a part of one, the best first, by id. */
  searchParts(text: string, count: number): number[] {
    const terms = termsOf(text, true).map(({ term }) => ({
      term,
      weight: weightOf(term),
    }))
    return this.#rank(terms, count, 0)
  }

  /** The works whose texts share the most frequent terms with those of a work. */
  similar(id: number, count: number): number[] {
    const doc = this.#numbers.get(id)
    if (doc === undefined) return []
    const terms = this.#frequent[doc]!.split(' ').map((term) => ({
      term,
      weight: weightOf(term),
    }))
    return this.#rank(terms, count + 1, 0)
      .filter((other) => other !== id)
      .slice(0, count)
  }

  /** The inverse frequency of a term; 0 if it is in too many works or in none. */
  #informationOf(term: string): number {
    const count = this.#postings.get(term)?.length ?? 0
    if (count === 0 || count > Math.max(20, this.size * maxShare) || count > maxPostings) return 0
    return Math.log(1 + (this.size - Math.min(count, this.size) + 0.5) / (count + 0.5))
  }

  #rank(
    terms: readonly { term: string; weight: number }[],
    count: number,
    least: number,
  ): number[] {
    const scores = new Map<number, number>()
    const withWord = new Set<number>()
    const averageLength = this.#totalLength / Math.max(1, this.size)
    let possible = 0
    for (const { term, weight } of terms) {
      const information = this.#informationOf(term) * weight
      // A word that no text contains weighs as much as a rare one.
      possible +=
        information || (this.#postings.has(term) ? 0 : weight * Math.log(1 + this.size) * 0.5)
      if (information === 0) continue
      const { docs, frequencies, length } = this.#postings.get(term)!
      for (let at = 0; at < length; at++) {
        const doc = docs[at]!
        if (this.#ids[doc] === 0) continue
        const frequency = frequencies[at]! / unit
        const norm = 1 - lengthShare + (lengthShare * this.#lengths[doc]!) / averageLength
        const score = (information * frequency * (saturation + 1)) / (frequency + saturation * norm)
        scores.set(doc, (scores.get(doc) ?? 0) + score)
        if (!isPair(term)) withWord.add(doc)
      }
    }
    return [...scores]
      .filter(
        ([doc, score]) => score >= possible * (withWord.has(doc) ? least : least && minPairShare),
      )
      .sort(([x, a], [y, b]) => b - a || this.#ids[x]! - this.#ids[y]!)
      .slice(0, count)
      .map(([doc]) => this.#ids[doc]!)
  }
}
