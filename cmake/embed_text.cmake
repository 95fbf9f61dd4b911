# cmake -DINPUT=FILE -DOUTPUT=FILE -DHEADER=HEADER -DFUNCTION=NAME -P embed_text.cmake
#
# Writes a C++ file that defines heddle::report::NAME(), which returns the text of INPUT.  A literal has a limited length, so the
# text is cut into pieces.
file(READ "${INPUT}" text)
string(FIND "${text}" ")heddle\"" end)
if(NOT end EQUAL -1)
  message(FATAL_ERROR "${INPUT} contains the end of a raw string literal")
endif()
string(LENGTH "${text}" length)
set(code "#include \"${HEADER}\"\n\nnamespace heddle::report {\n\nstd::string ${FUNCTION}() {\n  std::string text;\n  text.reserve(${length});\n")
set(at 0)
while(at LESS length)
  string(SUBSTRING "${text}" ${at} 15000 piece)
  string(APPEND code "  text += R\"heddle(${piece})heddle\";\n")
  math(EXPR at "${at} + 15000")
endwhile()
string(APPEND code "  return text;\n}\n\n}  // namespace heddle::report\n")
file(WRITE "${OUTPUT}" "${code}")
