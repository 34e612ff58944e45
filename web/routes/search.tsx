export default function Search() { return <main>search</main> }
