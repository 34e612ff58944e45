/**
 * Counts of all servers together. Without them, and while they reject because they are away, each process counts in its memory, or
 * in PostgreSQL.
 */
export type SharedCounts = {
  /** Counts `cost` in the fixed window of a key. @returns 0, or the seconds to wait; rejected spending is not counted. */
  spend(key: string, cost: number, limit: { times: number; seconds: number }): Promise<number>
  /**
   * Counts the viewers of an object on a day, each once and at most `viewers_of_network` of one network.
   * @returns how many are new, with an error of about 1 % for objects with many viewers.
   */
  countViewers(
    object: string,
    viewers: readonly { viewer_key: number; network: number }[],
    viewers_of_network: number,
  ): Promise<number>
}
