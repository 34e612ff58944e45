/** Neighbours stored of a work. More than 100 change NDCG@10 by less than 0.001. */
export const neighboursPerWork = 100
/** Works of the linear model. Training time grows with the cube: 4,000 take about a minute, and 128 MB. */
export const maxLinearItems = 4_000
