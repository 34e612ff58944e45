/** The order in which the index thread answers queries that wait. */

/** Suggestions that are answered before a search that waits longer. */
const maxSuggestionsFirst = 4

/** Suggestions, for which a visitor waits between two keystrokes, come before searches; each kind in the order of arrival. */
export class QueryQueue<T> {
  #suggestions: T[] = []
  #searches: T[] = []
  /** Suggestions answered since the last search. */
  #inARow = 0

  get size(): number {
    return this.#suggestions.length + this.#searches.length
  }

  add(query: T, isSuggestion: boolean): void {
    if (isSuggestion) this.#suggestions.push(query)
    else this.#searches.push(query)
  }

  /** Removes and returns the query to answer next. */
  next(): T | undefined {
    const isSuggestion =
      this.#suggestions.length > 0 &&
      (this.#searches.length === 0 || this.#inARow < maxSuggestionsFirst)
    this.#inARow = isSuggestion ? this.#inARow + 1 : 0
    return (isSuggestion ? this.#suggestions : this.#searches).shift()
  }
}
