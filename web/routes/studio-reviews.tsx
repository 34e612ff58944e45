import { ReviewsPage } from '#web/features/studio-service/reviews-page.tsx'

export default ReviewsPage
