export default function Series() { return <main>series</main> }
