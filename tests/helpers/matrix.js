/** Reads "1 2; 3 4" as nested arrays. @param {string} text @returns {number[][]} */
export const matrix = (text) => text.split(";").map((row) => row.trim().split(/\s+/).map(Number));
