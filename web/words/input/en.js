/** English, by part of the room: text, files, link, code. Texts are templates; sentence.js says how they are filled. */
export default {};
