/** 中文。键与 en.js 一一对应。 */
export default {};
