/** A title or an episode. */
type ContentRef = { content_type: 'series' | 'episode'; object_id: number }

/** Query keys of titles, and of what the member has seen and liked. */
export const contentKeys = {
  /** The member's state of a series. */
  member: (series_id: number) => ['content', 'series', series_id, 'member'] as const,
  rating: ({ content_type, object_id }: ContentRef) =>
    ['content', content_type, object_id, 'rating'] as const,
  reviews: ({ content_type, object_id }: ContentRef) =>
    ['content', content_type, object_id, 'reviews'] as const,
  /** The like of each content that a response has named. */
  likeStates: ['content', 'like-states'] as const,
  /** The access to each episode that a response has named. */
  episodeAccess: ['content', 'episode-access'] as const,
  likes: ['content', 'likes'] as const,
  history: ['content', 'history'] as const,
  /** Alerts of works that have opened. */
  openedAlerts: ['content', 'opened-alerts'] as const,
  tasteCandidates: ['content', 'taste-candidates'] as const,
  personalRows: ['content', 'personal-rows'] as const,
  continueWatching: ['content', 'continue-watching'] as const,
}
